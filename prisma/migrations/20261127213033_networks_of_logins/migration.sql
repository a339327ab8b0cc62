-- AlterTable
ALTER TABLE "known_networks" ADD COLUMN     "since_ts" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "network_since_ts" TIMESTAMPTZ(3);
