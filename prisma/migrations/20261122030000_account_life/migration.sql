-- AlterTable
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL,
ADD COLUMN "deletion_due_ts" TIMESTAMPTZ(3),
ADD COLUMN "was_disabled" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "email_changes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_canonical" TEXT NOT NULL,
    "needs_approval" BOOLEAN NOT NULL,
    "confirmed_ts" TIMESTAMPTZ(3),
    "approved_ts" TIMESTAMPTZ(3),
    "session_id" UUID NOT NULL,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,
    "expires_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pending_registrations" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_canonical" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "tel" TEXT,
    "locale" TEXT,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,
    "expires_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_registrations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pending_registrations_email_canonical_created_ts_idx" ON "pending_registrations"("email_canonical", "created_ts");

-- CreateIndex
CREATE INDEX "pending_registrations_expires_ts_idx" ON "pending_registrations"("expires_ts");

-- CreateIndex
CREATE UNIQUE INDEX "email_changes_user_id_key" ON "email_changes"("user_id");

-- CreateIndex
CREATE INDEX "email_changes_expires_ts_idx" ON "email_changes"("expires_ts");

-- CreateIndex
CREATE INDEX "messages_recipient_idx" ON "messages"("recipient");

-- AddForeignKey
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
