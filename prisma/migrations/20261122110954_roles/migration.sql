-- AlterTable
ALTER TABLE "account_revocations" ADD COLUMN     "tokens_revision" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "roles" TEXT[] DEFAULT ARRAY[]::TEXT[];
