-- This text kept parked events among the others, and a later one, account_event_cost, added a function. Waiting events
-- stay: their queues are counted again.
DROP FUNCTION IF EXISTS "has_event_subscriptions"() CASCADE;
DROP TABLE "event_queues";
CREATE INDEX "event_deliveries_subscription_sequence_idx" ON "event_deliveries" ("subscription", "sequence");

-- The current text drops these triggers, which account_event_cost may have replaced.
CREATE OR REPLACE FUNCTION "write_account_events"() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
DROP TRIGGER IF EXISTS "write_event_of_creation" ON "accounts";
DROP TRIGGER IF EXISTS "write_event_of_update" ON "accounts";
DROP TRIGGER IF EXISTS "write_event_of_deletion" ON "accounts";
DROP TRIGGER IF EXISTS "write_event_of_creation" ON "applications";
DROP TRIGGER IF EXISTS "write_event_of_update" ON "applications";
DROP TRIGGER IF EXISTS "write_event_of_deletion" ON "applications";
DROP TRIGGER IF EXISTS "write_event_of_creation" ON "grants";
DROP TRIGGER IF EXISTS "write_event_of_deletion" ON "grants";
CREATE TRIGGER "write_event_of_creation" AFTER INSERT ON "accounts" EXECUTE FUNCTION "write_account_events"();
CREATE TRIGGER "write_event_of_update" AFTER UPDATE ON "accounts" EXECUTE FUNCTION "write_account_events"();
CREATE TRIGGER "write_event_of_deletion" AFTER DELETE ON "accounts" EXECUTE FUNCTION "write_account_events"();
CREATE TRIGGER "write_event_of_creation" AFTER INSERT ON "applications" EXECUTE FUNCTION "write_account_events"();
CREATE TRIGGER "write_event_of_update" AFTER UPDATE ON "applications" EXECUTE FUNCTION "write_account_events"();
CREATE TRIGGER "write_event_of_deletion" AFTER DELETE ON "applications" EXECUTE FUNCTION "write_account_events"();
CREATE TRIGGER "write_event_of_creation" AFTER INSERT ON "grants" EXECUTE FUNCTION "write_account_events"();
CREATE TRIGGER "write_event_of_deletion" AFTER DELETE ON "grants" EXECUTE FUNCTION "write_account_events"();
