-- The events of one account that wait for one subscription have a row of their own, by which a worker finds an
-- account that is due, and which keeps the state of the attempts at the first of them. Events that were given up are
-- in a table of their own.

-- No transaction is in progress that writes events without such a row.
LOCK TABLE "accounts", "applications", "grants" IN ACCESS EXCLUSIVE MODE;

DROP TRIGGER "write_event_of_creation" ON "accounts";
DROP TRIGGER "write_event_of_update" ON "accounts";
DROP TRIGGER "write_event_of_deletion" ON "accounts";
DROP TRIGGER "write_event_of_creation" ON "applications";
DROP TRIGGER "write_event_of_update" ON "applications";
DROP TRIGGER "write_event_of_deletion" ON "applications";
DROP TRIGGER "write_event_of_creation" ON "grants";
DROP TRIGGER "write_event_of_deletion" ON "grants";
DROP FUNCTION "write_account_events"();
DROP FUNCTION "write_account_event"(TEXT, TEXT, INTEGER, JSONB);

-- Without foreign keys: a change would lock the rows of the subscriptions, and wait while one is dropped.
ALTER TABLE "event_deliveries" DROP CONSTRAINT "event_deliveries_subscription_fkey";

-- One row for each type, because the nodes of a rolling update may have different types of one subscription.
ALTER TABLE "event_subscriptions" DROP CONSTRAINT "event_subscriptions_pkey", ADD COLUMN "type" TEXT;
INSERT INTO "event_subscriptions" ("name", "types", "type", "seen_at")
SELECT "name", "types", unnest("types"), "seen_at" FROM "event_subscriptions";
DELETE FROM "event_subscriptions" WHERE "type" IS NULL;
ALTER TABLE "event_subscriptions"
  DROP COLUMN "types",
  DROP COLUMN "created_at",
  ALTER COLUMN "type" SET NOT NULL,
  ADD CONSTRAINT "event_subscriptions_pkey" PRIMARY KEY ("name", "type");

CREATE TABLE "event_queues" (
  "subscription" TEXT NOT NULL,
  "account_id" TEXT NOT NULL,
  "waiting" INTEGER NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "claim" TEXT,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "give_up_at" TIMESTAMPTZ(3),
  "last_error" TEXT,

  CONSTRAINT "event_queues_pkey" PRIMARY KEY ("subscription", "account_id")
);

CREATE INDEX "event_queues_subscription_due_at_idx" ON "event_queues" ("subscription", "due_at");

CREATE TABLE "parked_events" (
  "sequence" BIGINT NOT NULL,
  "subscription" TEXT NOT NULL,
  "event_id" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "account_id" TEXT NOT NULL,
  "revision" INTEGER NOT NULL,
  "data" JSONB NOT NULL,
  "occurred_at" TIMESTAMPTZ(3) NOT NULL,
  "parked_at" TIMESTAMPTZ(3) NOT NULL,
  "attempts" INTEGER NOT NULL,
  "last_error" TEXT NOT NULL,

  CONSTRAINT "parked_events_pkey" PRIMARY KEY ("sequence")
);

CREATE INDEX "parked_events_subscription_account_id_sequence_idx"
  ON "parked_events" ("subscription", "account_id", "sequence");
CREATE INDEX "parked_events_parked_at_idx" ON "parked_events" ("parked_at");

INSERT INTO "parked_events"
SELECT "sequence", "subscription", "event_id", "type", "account_id", "revision", "data", "occurred_at",
  "parked_at", "attempts", COALESCE("last_error", '')
FROM "event_deliveries" WHERE "parked_at" IS NOT NULL;
DELETE FROM "event_deliveries" WHERE "parked_at" IS NOT NULL;

INSERT INTO "event_queues" ("subscription", "account_id", "waiting", "due_at")
SELECT "subscription", "account_id", count(*), now() FROM "event_deliveries"
GROUP BY "subscription", "account_id";

DROP INDEX "event_deliveries_subscription_sequence_idx";
ALTER TABLE "event_deliveries"
  DROP COLUMN "due_at",
  DROP COLUMN "give_up_at",
  DROP COLUMN "attempts",
  DROP COLUMN "last_error",
  DROP COLUMN "parked_at";

-- One event for each subscription to the type whose subscriber was there within three days: a subscriber that is
-- gone leaves nothing that grows.
CREATE FUNCTION "write_account_event"(
  type TEXT, account TEXT, revision INTEGER, data JSONB
) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  event TEXT := gen_random_uuid();
  moment TIMESTAMPTZ := clock_timestamp();
  subscriptions TEXT[];
BEGIN
  -- The rows of the queues stay locked until the commit: transactions that have events of one account commit one
  -- after the other, and the events are numbered in that order.
  WITH queue AS (
    INSERT INTO "event_queues" AS earlier ("subscription", "account_id", "waiting", "due_at")
    SELECT "name", $2, 1, moment FROM "event_subscriptions" AS each
    WHERE each."type" = $1 AND "seen_at" > now() - INTERVAL '3 days' ORDER BY "name"
    ON CONFLICT ("subscription", "account_id") DO UPDATE SET "waiting" = earlier."waiting" + 1
    RETURNING earlier."subscription"
  )
  SELECT array_agg("subscription") INTO subscriptions FROM queue;
  IF subscriptions IS NULL THEN
    RETURN;
  END IF;

  -- Another statement, which sees the revision that a transaction before this one has committed.
  INSERT INTO "event_deliveries"
    ("subscription", "event_id", "type", "account_id", "revision", "data", "occurred_at")
  SELECT name, event, $1, $2,
    COALESCE($3, (SELECT "accounts"."revision" FROM "accounts" WHERE "id" = $2)), $4, moment
  FROM unnest(subscriptions) AS name;
END
$$;

-- Runs when a transaction is about to commit: what an account takes with it when it is deleted is gone by
-- then, and told by that one event. The table is an argument, as that of "write_principal_change" is.
CREATE FUNCTION "write_account_events"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  subject JSONB := to_jsonb(COALESCE(NEW, OLD));
  account TEXT := COALESCE(subject ->> 'owner_id', subject ->> 'account_id', subject ->> 'id');
  members JSONB;
BEGIN
  IF TG_ARGV[0] = 'accounts' THEN
    IF TG_OP = 'INSERT' THEN
      PERFORM "write_account_event"('account.created', account, NEW."revision", '{}');
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM "write_account_event"('account.deleted', account, OLD."revision" + 1, '{}');
    ELSE
      members := "changed_members"(to_jsonb(OLD), subject);
      IF members IS NOT NULL THEN
        PERFORM "write_account_event"('account.updated', account, NEW."revision",
          jsonb_build_object('members', members));
      END IF;
      IF NEW."credentials_generation" <> OLD."credentials_generation" THEN
        PERFORM "write_account_event"('password.changed', account, NEW."revision", '{}');
      END IF;
    END IF;
    RETURN NULL;
  END IF;

  IF NOT EXISTS (SELECT FROM "accounts" WHERE "id" = account) THEN
    RETURN NULL;
  END IF;
  IF TG_ARGV[0] = 'grants' THEN
    PERFORM "write_account_event"(
      CASE TG_OP WHEN 'INSERT' THEN 'grant.created' ELSE 'grant.revoked' END,
      account, NULL, jsonb_build_object('application_id', subject -> 'application_id'));
  ELSIF TG_OP = 'UPDATE' THEN
    members := "changed_members"(to_jsonb(OLD), subject);
    IF members IS NOT NULL THEN
      PERFORM "write_account_event"('application.updated', account, NULL,
        jsonb_build_object('application_id', subject -> 'id', 'members', members));
    END IF;
  ELSE
    PERFORM "write_account_event"(
      CASE TG_OP WHEN 'INSERT' THEN 'application.created' ELSE 'application.deleted' END,
      account, NULL, jsonb_build_object('application_id', subject -> 'id'));
  END IF;
  RETURN NULL;
END
$$;

-- Asked before a trigger is deferred and a row turned into JSON.
CREATE FUNCTION "has_event_subscriptions"() RETURNS BOOLEAN
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM "event_subscriptions");
END
$$;

CREATE CONSTRAINT TRIGGER "write_event_of_creation" AFTER INSERT ON "accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('accounts');
CREATE CONSTRAINT TRIGGER "write_event_of_update" AFTER UPDATE ON "accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"() AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "write_account_events"('accounts');
CREATE CONSTRAINT TRIGGER "write_event_of_deletion" AFTER DELETE ON "accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('accounts');

CREATE CONSTRAINT TRIGGER "write_event_of_creation" AFTER INSERT ON "applications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('applications');
CREATE CONSTRAINT TRIGGER "write_event_of_update" AFTER UPDATE ON "applications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"() AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "write_account_events"('applications');
CREATE CONSTRAINT TRIGGER "write_event_of_deletion" AFTER DELETE ON "applications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('applications');

CREATE CONSTRAINT TRIGGER "write_event_of_creation" AFTER INSERT ON "grants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('grants');
CREATE CONSTRAINT TRIGGER "write_event_of_deletion" AFTER DELETE ON "grants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('grants');
