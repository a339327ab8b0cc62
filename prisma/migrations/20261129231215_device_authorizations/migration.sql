-- AlterTable
ALTER TABLE "oauth_clients" ADD COLUMN     "device_grant" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "device_authorizations" (
    "id" UUID NOT NULL,
    "user_code_key" BYTEA NOT NULL,
    "client_id" UUID NOT NULL,
    "scopes" TEXT[],
    "resource" TEXT,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,
    "expires_ts" TIMESTAMPTZ(3) NOT NULL,
    "polled_ts" TIMESTAMPTZ(3),
    "interval_s" SMALLINT NOT NULL,
    "user_id" UUID,
    "origin_session_id" UUID,
    "decided_ts" TIMESTAMPTZ(3),
    "denied" BOOLEAN NOT NULL DEFAULT false,
    "used_ts" TIMESTAMPTZ(3),

    CONSTRAINT "device_authorizations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "device_authorizations_user_code_key_key" ON "device_authorizations"("user_code_key");

-- CreateIndex
CREATE INDEX "device_authorizations_expires_ts_idx" ON "device_authorizations"("expires_ts");

-- CreateIndex
CREATE INDEX "device_authorizations_client_id_idx" ON "device_authorizations"("client_id");

-- CreateIndex
CREATE INDEX "device_authorizations_user_id_idx" ON "device_authorizations"("user_id");

-- AddForeignKey
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
