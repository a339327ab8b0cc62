-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "actor_id" UUID;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "actor_id" UUID,
ADD COLUMN     "actor_session_id" UUID;
