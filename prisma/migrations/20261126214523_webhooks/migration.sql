-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[],
    "encrypted_secret" BYTEA NOT NULL,
    "secret_ts" TIMESTAMPTZ(3) NOT NULL,
    "encrypted_previous" BYTEA,
    "previous_until_ts" TIMESTAMPTZ(3),
    "created_ts" TIMESTAMPTZ(3) NOT NULL,
    "disabled_ts" TIMESTAMPTZ(3),
    "disabled_problem" TEXT,
    "failing_since_ts" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "endpoint_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,
    "due_ts" TIMESTAMPTZ(3),
    "lease_ts" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "ended_ts" TIMESTAMPTZ(3),
    "problem" TEXT,
    "status" SMALLINT,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_ts_id_idx" ON "webhook_deliveries"("endpoint_id", "created_ts", "id");

-- CreateIndex
-- Contains only what waits.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("endpoint_id", "due_ts") WHERE "due_ts" IS NOT NULL;

-- CreateIndex
-- Contains only what is being sent.
CREATE INDEX "webhook_deliveries_lease_idx" ON "webhook_deliveries"("endpoint_id", "lease_ts") WHERE "lease_ts" IS NOT NULL;

-- CreateIndex
CREATE INDEX "webhook_deliveries_ended_ts_idx" ON "webhook_deliveries"("ended_ts");

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;
