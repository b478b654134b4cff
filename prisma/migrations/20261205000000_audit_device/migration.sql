-- The browser of a visitor, by its common name. The column is added without reading the table.
ALTER TABLE "audit_events" ADD COLUMN "device" TEXT;

DROP TRIGGER "refuse_update" ON "audit_events";
CREATE TRIGGER "refuse_update" BEFORE UPDATE OF "id", "at", "event", "result", "account_id", "application_id",
    "actor_id", "client_id", "channel", "device", "request_id", "members", "operator", "reason" ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();

-- Only the removal of the source removes the device, which no statement may name. Nodes that do not know the column
-- remove it, too, and no device is kept without a source, whose index finds what the purge must remove.
CREATE FUNCTION "forget_device"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW."device" := NULL;
  RETURN NEW;
END;
$$;
CREATE TRIGGER "forget_device" BEFORE INSERT OR UPDATE OF "source" ON "audit_events"
  FOR EACH ROW WHEN (NEW."source" IS NULL AND NEW."device" IS NOT NULL)
  EXECUTE FUNCTION "forget_device"();
