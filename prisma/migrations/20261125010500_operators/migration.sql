-- Who asked for an event on the command line or as an operator, and what they noted.
ALTER TABLE "audit_events" ADD COLUMN "operator" TEXT, ADD COLUMN "reason" TEXT;

DROP TRIGGER "refuse_update" ON "audit_events";
CREATE TRIGGER "refuse_update" BEFORE UPDATE OF "id", "at", "event", "result", "account_id", "application_id",
    "actor_id", "client_id", "channel", "source", "request_id", "members", "operator", "reason" ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();

-- Operators search accounts by these, the newest first.
CREATE INDEX "accounts_created_at_id_idx" ON "accounts" ("created_at", "id");
CREATE INDEX "accounts_client_created_at_id_idx" ON "accounts" ("client", "created_at", "id");
