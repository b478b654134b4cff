-- Who did what, when, from where and with what result. There are no foreign keys: an event outlives
-- the account and the application it is about.
CREATE TABLE "audit_events" (
  "id" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "event" TEXT NOT NULL,
  "result" TEXT NOT NULL,
  "account_id" TEXT,
  "application_id" TEXT,
  "actor_id" TEXT,
  "client_id" TEXT,
  "channel" TEXT NOT NULL,
  "source" TEXT,
  "request_id" TEXT,
  "members" TEXT[],

  CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "audit_events_account_id_at_id_idx" ON "audit_events"("account_id", "at", "id");
CREATE INDEX "audit_events_at_id_idx" ON "audit_events"("at", "id");

-- It is only ever added to, until an event is a year old: whoever writes here by mistake or with the
-- service's own rights cannot take back what has happened.
CREATE FUNCTION "refuse_audit_change"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events cannot be changed, nor deleted within a year'
    USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER "refuse_update" BEFORE UPDATE ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();

CREATE TRIGGER "refuse_deletion" BEFORE DELETE ON "audit_events"
  FOR EACH ROW WHEN (OLD."at" > now() - INTERVAL '365 days')
  EXECUTE FUNCTION "refuse_audit_change"();

CREATE TRIGGER "refuse_truncation" BEFORE TRUNCATE ON "audit_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
