-- gatehouse: no transaction
-- The beginning of a name, in upper or lower case.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "organizations_name_beginning_idx" ON "organizations"(lower("name") text_pattern_ops);
-- Few organizations are disabled.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "organizations_disabled_idx" ON "organizations"("created_ts", "id") WHERE "disabled_ts" IS NOT NULL;
-- Contains only events of organizations, so that a login does not update this index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_organization_id_last_ts_idx" ON "audit_events"(("details"->>'organizationId'), "last_ts") WHERE "details"->>'organizationId' IS NOT NULL;
