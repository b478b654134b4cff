-- Events that repeat within an hour are one row, with their number and the moment of the last one.
ALTER TABLE "audit_events"
  ADD COLUMN "count" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "last_at" TIMESTAMPTZ(3);

-- Counting up is the one change. WHEN fires on all that is not surely that, NULL included.
DROP TRIGGER "refuse_update" ON "audit_events";
CREATE TRIGGER "refuse_update" BEFORE UPDATE ON "audit_events"
  FOR EACH ROW WHEN ((
    NEW."count" > OLD."count"
    AND NEW."last_at" >= OLD."last_at"
    AND NEW."last_at" < OLD."at" + INTERVAL '1 hour'
    AND to_jsonb(NEW) - ARRAY['count', 'last_at'] = to_jsonb(OLD) - ARRAY['count', 'last_at']
  ) IS NOT TRUE)
  EXECUTE FUNCTION "refuse_audit_change"();

-- A year holds unless the transaction says that events are kept for a shorter time, as the service does
-- where it deletes them; a month holds whatever it says. In hours, because a day may have 23 or 25.
DROP TRIGGER "refuse_deletion" ON "audit_events";
CREATE TRIGGER "refuse_deletion" BEFORE DELETE ON "audit_events"
  FOR EACH ROW WHEN (OLD."at" > now() - make_interval(hours => 24 * greatest(30, coalesce(
    nullif(current_setting('nest_accounts.audit_days', true), ''), '365')::int)))
  EXECUTE FUNCTION "refuse_audit_change"();
