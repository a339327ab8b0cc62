-- gatehouse: no transaction
-- A login changes none of its columns, so it stays a change of the row alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_deletion_due_ts_idx" ON "users"("deletion_due_ts") WHERE "deletion_due_ts" IS NOT NULL;
