-- AlterTable
ALTER TABLE "oauth_clients" ADD COLUMN     "audience" TEXT,
ADD COLUMN     "disabled_ts" TIMESTAMPTZ(3),
ADD COLUMN     "first_party" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "id_token_alg" TEXT NOT NULL DEFAULT 'RS256',
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'service',
ADD COLUMN     "pkce_required" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "post_logout_redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "client_id" UUID,
ADD COLUMN     "origin_session_id" UUID,
ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "oauth_consents" (
    "user_id" UUID NOT NULL,
    "client_id" UUID NOT NULL,
    "scopes" TEXT[],
    "granted_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_consents_pkey" PRIMARY KEY ("user_id","client_id")
);

-- CreateIndex
CREATE INDEX "oauth_consents_client_id_idx" ON "oauth_consents"("client_id");

-- AddForeignKey
ALTER TABLE "oauth_consents" ADD CONSTRAINT "oauth_consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_consents" ADD CONSTRAINT "oauth_consents_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
