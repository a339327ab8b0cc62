-- AlterTable
ALTER TABLE "pending_registrations" ADD COLUMN     "claims" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "roles" TEXT[] DEFAULT ARRAY[]::TEXT[];
