-- AlterTable
ALTER TABLE "users" ADD COLUMN     "tel_e164" TEXT;

-- CreateTable
CREATE TABLE "tel_counts" (
    "day" DATE NOT NULL,
    "country" CHAR(2) NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "confirmed" INTEGER NOT NULL DEFAULT 0,
    "silent" INTEGER NOT NULL DEFAULT 0,
    "paused_until_ts" TIMESTAMPTZ(3),

    CONSTRAINT "tel_counts_pkey" PRIMARY KEY ("day","country")
);
