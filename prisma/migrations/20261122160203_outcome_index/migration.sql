-- gatehouse: no transaction
-- Contains only failures, so that a login does not update this index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_outcome_last_ts_idx" ON "audit_events"("outcome", "last_ts") WHERE "outcome" <> 'success';
