-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "claims" JSONB NOT NULL DEFAULT '{}',
    "created_ts" TIMESTAMPTZ(3) NOT NULL,
    "created_by_id" UUID,
    "disabled_ts" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "roles" TEXT[],
    "created_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "organization_invitations" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_canonical" TEXT NOT NULL,
    "roles" TEXT[],
    "invited_by_id" UUID,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,
    "expires_ts" TIMESTAMPTZ(3) NOT NULL,
    "ended_ts" TIMESTAMPTZ(3),

    CONSTRAINT "organization_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_revocations" (
    "organization_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "revoked_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_revocations_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

-- CreateIndex
CREATE INDEX "organizations_created_ts_id_idx" ON "organizations"("created_ts", "id");

-- CreateIndex
CREATE INDEX "organizations_created_by_id_idx" ON "organizations"("created_by_id");

-- CreateIndex
CREATE INDEX "memberships_organization_id_created_ts_user_id_idx" ON "memberships"("organization_id", "created_ts", "user_id");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "organization_invitations_open_key" ON "organization_invitations"("organization_id", "email_canonical") WHERE "ended_ts" IS NULL;

-- CreateIndex
CREATE INDEX "organization_invitations_invited_by_id_idx" ON "organization_invitations"("invited_by_id");

-- CreateIndex
CREATE INDEX "organization_invitations_expires_ts_idx" ON "organization_invitations"("expires_ts");

-- CreateIndex
CREATE INDEX "organization_revocations_revoked_ts_organization_id_idx" ON "organization_revocations"("revoked_ts", "organization_id");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
