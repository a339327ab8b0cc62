-- CreateTable
CREATE TABLE "page_cookies" (
    "hash" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,
    "created_ts" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "page_cookies_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "page_cookies_session_id_key" ON "page_cookies"("session_id");

-- AddForeignKey
ALTER TABLE "page_cookies" ADD CONSTRAINT "page_cookies_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
