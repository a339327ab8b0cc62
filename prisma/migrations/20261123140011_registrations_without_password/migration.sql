-- AlterTable
ALTER TABLE "pending_registrations" DROP COLUMN "password_hash";
