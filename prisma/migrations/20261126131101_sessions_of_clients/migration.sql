-- gatehouse: no transaction
-- Contains only sessions of OAuth clients, so that a login at an API does not update this index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_client_id_idx" ON "sessions"("client_id") WHERE "client_id" IS NOT NULL;
