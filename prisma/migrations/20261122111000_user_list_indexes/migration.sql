-- gatehouse: no transaction
-- For the lists of the administration API. A login changes none of its columns, so it stays a change of the row alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_email_beginning_idx" ON "users"(lower("email_canonical") text_pattern_ops);

CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_first_name_beginning_idx" ON "users"(lower("first_name") text_pattern_ops);

CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_last_name_beginning_idx" ON "users"(lower("last_name") text_pattern_ops);

CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_email_verified_created_ts_id_idx" ON "users"("email_verified", "created_ts", "id");
