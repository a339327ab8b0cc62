-- CreateTable
CREATE TABLE "derivation_keys" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "sealed" BYTEA NOT NULL,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "derivation_keys_pkey" PRIMARY KEY ("id")
);
