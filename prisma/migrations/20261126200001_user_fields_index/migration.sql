-- gatehouse: no transaction
-- For lists by the fields of USER_FIELDS. Without the setting it has no account, so registrations do not write it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_fields_idx" ON "users" USING GIN ("fields" jsonb_path_ops) WHERE "fields" <> '{}';
