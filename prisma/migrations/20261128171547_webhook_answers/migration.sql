-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "answer" TEXT,
ADD COLUMN     "duration_ms" INTEGER,
ADD COLUMN     "is_test" BOOLEAN NOT NULL DEFAULT false;
