-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_canonical" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "tel" TEXT,
    "company" TEXT,
    "company_id_number" TEXT,
    "company_id_url" TEXT,
    "is_super_admin" BOOLEAN NOT NULL DEFAULT false,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "tel_verified" BOOLEAN NOT NULL DEFAULT false,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,
    "updated_ts" TIMESTAMPTZ(3),
    "last_login_ts" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signing_keys" (
    "kid" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "sealed_private_key" BYTEA NOT NULL,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_canonical_key" ON "users"("email_canonical");

-- CreateIndex
CREATE UNIQUE INDEX "signing_keys_generation_key" ON "signing_keys"("generation");
