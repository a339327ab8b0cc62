-- AlterTable
ALTER TABLE "oauth_clients" ADD COLUMN     "metadata_ts" TIMESTAMPTZ(3),
ADD COLUMN     "metadata_url" TEXT;

-- AlterTable
ALTER TABLE "oauth_consents" ADD COLUMN     "resources" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "resource" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "oauth_clients_metadata_url_key" ON "oauth_clients"("metadata_url");
