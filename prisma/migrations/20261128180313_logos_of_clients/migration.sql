-- AlterTable
ALTER TABLE "oauth_clients" ADD COLUMN     "logo_uri" TEXT,
ADD COLUMN     "policy_uri" TEXT,
ADD COLUMN     "tos_uri" TEXT;
