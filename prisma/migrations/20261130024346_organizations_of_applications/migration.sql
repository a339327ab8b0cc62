-- AlterTable
ALTER TABLE "oauth_consents" ADD COLUMN     "organizations" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "organization_id" UUID;
