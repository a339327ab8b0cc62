-- CreateTable
CREATE TABLE "instances" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "started_ts" TIMESTAMPTZ(3) NOT NULL,
    "seen_ts" TIMESTAMPTZ(3) NOT NULL,
    "clock_offset_ms" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "instances_pkey" PRIMARY KEY ("id")
);
