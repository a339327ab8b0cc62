-- CreateTable
CREATE TABLE "firebase_signer_keys" (
    "id" SMALLINT NOT NULL,
    "encrypted_key" BYTEA NOT NULL,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "firebase_signer_keys_pkey" PRIMARY KEY ("id")
);
