-- gatehouse: no transaction
-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "known_networks_seen_ts_idx" ON "known_networks"("seen_ts");

-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "rate_limits_expire_idx" ON "rate_limits"("expire");

-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_expires_ts_idx" ON "sessions"("expires_ts");
