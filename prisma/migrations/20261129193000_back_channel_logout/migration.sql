-- AlterTable
ALTER TABLE "oauth_clients" ADD COLUMN     "backchannel_logout_uri" TEXT;

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "client_id" UUID,
ALTER COLUMN "endpoint_id" DROP NOT NULL;

-- CreateIndex
-- Contains only logouts. For the claim, and for the removal of a client.
CREATE INDEX "webhook_deliveries_logouts_idx" ON "webhook_deliveries"("client_id", "due_ts") WHERE "client_id" IS NOT NULL;

-- CreateIndex
-- Contains only logouts that are being sent.
CREATE INDEX "webhook_deliveries_logouts_lease_idx" ON "webhook_deliveries"("client_id", "lease_ts") WHERE "client_id" IS NOT NULL AND "lease_ts" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
