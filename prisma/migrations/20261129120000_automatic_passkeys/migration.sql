-- AlterTable
ALTER TABLE "passkeys" ADD COLUMN     "automatic" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "passkey_upgrade" BOOLEAN NOT NULL DEFAULT true;
