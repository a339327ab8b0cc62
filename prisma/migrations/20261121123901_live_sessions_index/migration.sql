-- gatehouse: no transaction
-- A refresh changes none of its columns, so it stays a change of the row alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_live_idx" ON "sessions"("user_id", "revision", "expires_ts") WHERE "revoked_ts" IS NULL;
