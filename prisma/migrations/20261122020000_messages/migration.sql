-- AlterTable
ALTER TABLE "users" ADD COLUMN     "locale" TEXT;

-- CreateTable
CREATE TABLE "one_time_tokens" (
    "id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "user_id" UUID,
    "address" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "is_decoy" BOOLEAN NOT NULL DEFAULT false,
    "wrong_codes" SMALLINT NOT NULL DEFAULT 0,
    "attempts_left" SMALLINT NOT NULL,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,
    "expires_ts" TIMESTAMPTZ(3) NOT NULL,
    "used_ts" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "user_id" UUID,
    "recipient" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "token_id" UUID,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,
    "expires_ts" TIMESTAMPTZ(3) NOT NULL,
    "due_ts" TIMESTAMPTZ(3),
    "lease_ts" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "ended_ts" TIMESTAMPTZ(3),
    "problem" TEXT,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "one_time_tokens_user_id_purpose_idx" ON "one_time_tokens"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "one_time_tokens_address_created_ts_idx" ON "one_time_tokens"("address", "created_ts");

-- CreateIndex
CREATE INDEX "one_time_tokens_expires_ts_idx" ON "one_time_tokens"("expires_ts");

-- CreateIndex
CREATE INDEX "messages_due_ts_idx" ON "messages"("due_ts");

-- CreateIndex
CREATE INDEX "messages_user_id_idx" ON "messages"("user_id");

-- CreateIndex
CREATE INDEX "messages_ended_ts_idx" ON "messages"("ended_ts");
