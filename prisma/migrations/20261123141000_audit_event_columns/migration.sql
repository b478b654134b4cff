-- By the columns that a statement names, which costs nothing where it counts up; comparing two rows did.
DROP TRIGGER "refuse_update" ON "audit_events";
CREATE TRIGGER "refuse_update" BEFORE UPDATE OF "id", "at", "event", "result", "account_id", "application_id",
    "actor_id", "client_id", "channel", "source", "request_id", "members" ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();

-- WHEN fires on all that is not surely counting up, NULL included.
CREATE TRIGGER "refuse_other_counts" BEFORE UPDATE ON "audit_events"
  FOR EACH ROW WHEN ((
    NEW."count" > OLD."count" AND NEW."last_at" >= OLD."last_at"
    AND NEW."last_at" < OLD."at" + INTERVAL '1 hour'
  ) IS NOT TRUE)
  EXECUTE FUNCTION "refuse_audit_change"();
