-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "secret_ts" TIMESTAMPTZ(3) NOT NULL,
    "previous_secret_hash" BYTEA,
    "previous_until_ts" TIMESTAMPTZ(3),
    "created_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);
