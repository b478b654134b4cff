-- This text came before the column for operators, which is added before the current text now.
DROP INDEX "audit_events_source_at_idx", "audit_events_deletion_at_id_idx";
DROP TRIGGER "refuse_other_changes" ON "audit_events";
CREATE TRIGGER "refuse_other_counts" BEFORE UPDATE ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
