-- gatehouse: no transaction
-- Contains only events with an actor, so that a login does not update this index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_actor_id_last_ts_idx" ON "audit_events"("actor_id", "last_ts") WHERE "actor_id" IS NOT NULL;
