-- gatehouse: no transaction
-- For the list of the administration API. Contains no mails that were sent, so it is small.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_open_idx" ON "messages"("id") WHERE "due_ts" IS NOT NULL OR "problem" IS NOT NULL;
