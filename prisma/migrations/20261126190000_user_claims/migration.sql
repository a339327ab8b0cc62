-- AlterTable
ALTER TABLE "users" ADD COLUMN     "claims" JSONB NOT NULL DEFAULT '{}';
