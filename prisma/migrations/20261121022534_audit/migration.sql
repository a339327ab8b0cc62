-- CreateTable
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "user_id" UUID,
    "account_key" BYTEA,
    "session_id" UUID,
    "ip" TEXT,
    "network" TEXT,
    "user_agent" TEXT,
    "request_ids" TEXT[],
    "details" JSONB NOT NULL,
    "first_ts" TIMESTAMPTZ(3) NOT NULL,
    "last_ts" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "fold_key" BYTEA,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "name" TEXT NOT NULL,
    "started_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_events_fold_key_key" ON "audit_events"("fold_key");

-- CreateIndex
CREATE INDEX "audit_events_last_ts_idx" ON "audit_events"("last_ts");

-- CreateIndex
CREATE INDEX "audit_events_user_id_last_ts_idx" ON "audit_events"("user_id", "last_ts");

-- CreateIndex
CREATE INDEX "audit_events_account_key_last_ts_idx" ON "audit_events"("account_key", "last_ts");

-- CreateIndex
CREATE INDEX "audit_events_request_ids_idx" ON "audit_events" USING GIN ("request_ids");
