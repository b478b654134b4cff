-- The purge removes the address from an event that is old enough: that is the second change, beside counting up.
DROP TRIGGER "refuse_update" ON "audit_events";
CREATE TRIGGER "refuse_update" BEFORE UPDATE OF "id", "at", "event", "result", "account_id", "application_id",
    "actor_id", "client_id", "channel", "request_id", "members", "operator", "reason" ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();

-- 90 days hold unless the transaction sets another number, as the purge does; a week holds whatever it sets. WHEN
-- fires on all that is not surely one of the two changes, NULL included.
DROP TRIGGER "refuse_other_counts" ON "audit_events";
CREATE TRIGGER "refuse_other_changes" BEFORE UPDATE ON "audit_events"
  FOR EACH ROW WHEN ((
    NEW."count" > OLD."count" AND NEW."last_at" >= OLD."last_at"
    AND NEW."last_at" < OLD."at" + INTERVAL '1 hour'
    AND NEW."source" IS NOT DISTINCT FROM OLD."source"
    OR NEW."source" IS NULL AND OLD."source" IS NOT NULL
    AND NEW."count" = OLD."count" AND NEW."last_at" IS NOT DISTINCT FROM OLD."last_at"
    AND OLD."at" < now() - make_interval(hours => 24 * greatest(7, coalesce(
      nullif(current_setting('nest_accounts.audit_source_days', true), ''), '90')::int))
  ) IS NOT TRUE)
  EXECUTE FUNCTION "refuse_audit_change"();

-- Old addresses, and the accounts that are gone, among all the events of a year.
CREATE INDEX "audit_events_source_at_idx" ON "audit_events" ("at") WHERE "source" IS NOT NULL;
CREATE INDEX "audit_events_deletion_at_id_idx" ON "audit_events" ("at", "id")
  WHERE "event" = 'account.delete' AND "result" = 'succeeded';
