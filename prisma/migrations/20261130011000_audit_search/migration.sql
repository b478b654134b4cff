-- Operators search the audit trail by each of these columns, the latest first, and by the account, which has an index.
-- The id is omitted, because few events share a millisecond.
CREATE INDEX "audit_events_operator_at_idx" ON "audit_events" ("operator", "at") WHERE "operator" IS NOT NULL;
CREATE INDEX "audit_events_event_at_idx" ON "audit_events" ("event", "at");
CREATE INDEX "audit_events_source_idx" ON "audit_events" ("source", "at") WHERE "source" IS NOT NULL;
CREATE INDEX "audit_events_application_id_at_idx" ON "audit_events" ("application_id", "at")
  WHERE "application_id" IS NOT NULL;
-- Most events of these are found by the index on their account or application.
CREATE INDEX "audit_events_client_id_at_idx" ON "audit_events" ("client_id", "at")
  WHERE "client_id" IS NOT NULL AND "client_id" IS DISTINCT FROM "application_id";
CREATE INDEX "audit_events_other_actor_idx" ON "audit_events" ("actor_id", "at")
  WHERE "actor_id" IS NOT NULL AND "actor_id" IS DISTINCT FROM "account_id";
