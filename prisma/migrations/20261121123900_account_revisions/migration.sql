-- AlterTable
ALTER TABLE "users" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "account_revocations" (
    "user_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "except_session_id" UUID,
    "revoked_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_revocations_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "account_revocations_revoked_ts_idx" ON "account_revocations"("revoked_ts");
