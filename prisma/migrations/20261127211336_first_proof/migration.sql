-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_proved_ts" TIMESTAMPTZ(3);

-- A trigger, because the release before sets email_verified alone, in both directions. The accounts whose address is verified now need
-- no update: that they are verified says the same, and the trigger sees when this changes.
CREATE OR REPLACE FUNCTION "note_first_proof"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."email_proved_ts" := now(); RETURN NEW; END $$;

CREATE TRIGGER "users_first_proof_of_new" BEFORE INSERT ON "users" FOR EACH ROW
  WHEN (NEW."email_verified" AND NEW."email_proved_ts" IS NULL) EXECUTE FUNCTION "note_first_proof"();

CREATE TRIGGER "users_first_proof" BEFORE UPDATE OF "email_verified" ON "users" FOR EACH ROW
  WHEN ((OLD."email_verified" OR NEW."email_verified") AND NEW."email_proved_ts" IS NULL) EXECUTE FUNCTION "note_first_proof"();
