-- What an account did to others, so that its addresses there end with it as well.
CREATE INDEX "audit_events_actor_id_at_idx" ON "audit_events" ("actor_id", "at")
  WHERE "source" IS NOT NULL AND "actor_id" IS DISTINCT FROM "account_id";
