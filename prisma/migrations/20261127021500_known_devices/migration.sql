-- CreateTable
CREATE TABLE "known_devices" (
    "key" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "seen_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "known_devices_user_id_idx" ON "known_devices"("user_id");

-- CreateIndex
CREATE INDEX "known_devices_seen_ts_idx" ON "known_devices"("seen_ts");

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
