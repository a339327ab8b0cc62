-- gatehouse: no transaction
-- All parts of three characters, each once. PostgreSQL's extension pg_trgm has the same, and is not installed everywhere.
CREATE OR REPLACE FUNCTION "text_trigrams"("value" text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN RETURN ARRAY(SELECT DISTINCT substr("value", i, 3) FROM generate_series(1, length("value") - 2) AS i); END $$;

-- A login changes none of its columns, so it stays a change of the row alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_trigrams_idx" ON "users" USING GIN (text_trigrams(lower("email" || ' ' || "first_name" || ' ' || "last_name")));

CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_created_ts_id_idx" ON "users"("created_ts", "id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_super_admins_idx" ON "users"("created_ts", "id") WHERE "is_super_admin";

CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_disabled_idx" ON "users"("created_ts", "id") WHERE "disabled";

CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_network_last_ts_idx" ON "audit_events"("network", "last_ts");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_action_last_ts_idx" ON "audit_events"("action", "last_ts") WHERE "action" <> 'logged_in';
