-- gatehouse: no transaction
-- For the erasure of a user. Prisma cannot describe an index on an expression.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_answered_idx" ON "webhook_deliveries"(("data"->>'user_id')) WHERE "answer" IS NOT NULL;
