-- Unlogged: a login must not wait for the disk to count it. Half of a page is left free for new versions of its rows.
CREATE UNLOGGED TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);

-- CreateTable
CREATE TABLE "known_networks" (
    "key" BYTEA NOT NULL,
    "seen_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_networks_pkey" PRIMARY KEY ("key")
);
