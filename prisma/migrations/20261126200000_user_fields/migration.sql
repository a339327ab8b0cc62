-- AlterTable
ALTER TABLE "users" ADD COLUMN     "fields" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "pending_registrations" ADD COLUMN     "fields" JSONB NOT NULL DEFAULT '{}';
