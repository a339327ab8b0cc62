-- CreateTable
CREATE TABLE "figure_counts" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "counted_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "figure_counts_pkey" PRIMARY KEY ("kind","hour","label")
);
