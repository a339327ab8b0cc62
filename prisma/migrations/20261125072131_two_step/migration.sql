-- AlterTable
ALTER TABLE "users" ADD COLUMN     "password_reset_ts" TIMESTAMPTZ(3),
ADD COLUMN     "two_step" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "two_step_ts" TIMESTAMPTZ(3);

-- Accounts that have second factors keep what they have.
UPDATE "users" SET "two_step" = true WHERE "factors" <> '{}';
