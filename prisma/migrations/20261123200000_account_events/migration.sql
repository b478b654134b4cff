-- What happens to accounts, for subscribers: one row for each event and subscription, written in the
-- transaction of the change, deleted when the subscriber has it.
CREATE TABLE "event_subscriptions" (
  "name" TEXT NOT NULL,
  "types" TEXT[] NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

  CONSTRAINT "event_subscriptions_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "event_deliveries" (
  "sequence" BIGINT GENERATED ALWAYS AS IDENTITY,
  "subscription" TEXT NOT NULL,
  "event_id" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "account_id" TEXT NOT NULL,
  "revision" INTEGER NOT NULL,
  "data" JSONB NOT NULL,
  "occurred_at" TIMESTAMPTZ(3) NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "give_up_at" TIMESTAMPTZ(3) NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "last_error" TEXT,
  "parked_at" TIMESTAMPTZ(3),

  CONSTRAINT "event_deliveries_pkey" PRIMARY KEY ("sequence"),
  CONSTRAINT "event_deliveries_subscription_fkey" FOREIGN KEY ("subscription")
    REFERENCES "event_subscriptions" ("name") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A worker takes the earliest of each account.
CREATE INDEX "event_deliveries_subscription_account_id_sequence_idx"
  ON "event_deliveries" ("subscription", "account_id", "sequence");
CREATE INDEX "event_deliveries_subscription_sequence_idx"
  ON "event_deliveries" ("subscription", "sequence");

-- One row for each subscription to the type whose subscriber was there within three days: a subscriber
-- that is gone leaves nothing that grows.
CREATE FUNCTION "write_account_event"(
  type TEXT, account_id TEXT, revision INTEGER, data JSONB
) RETURNS VOID LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH event AS MATERIALIZED (SELECT gen_random_uuid()::text AS id, clock_timestamp() AS at)
  INSERT INTO "event_deliveries"
    ("subscription", "event_id", "type", "account_id", "revision", "data", "occurred_at", "due_at", "give_up_at")
  SELECT "name", event.id, type, account_id, revision, data, event.at, event.at,
    event.at + INTERVAL '3 days'
  FROM "event_subscriptions", event
  WHERE type = ANY("types") AND "seen_at" > now() - INTERVAL '3 days'
$$;

-- The members that differ between two rows, by their names in JSON; null where none does.
CREATE FUNCTION "changed_members"(before JSONB, after JSONB) RETURNS JSONB
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT jsonb_agg(DISTINCT COALESCE(renamed.member, now.key))
  FROM jsonb_each(after) AS now
  LEFT JOIN (VALUES
    ('notification_phone', 'default_notification_phone'),
    ('email_frequency', 'default_email_notification_frequency'),
    ('desktop_frequency', 'default_desktop_notification_frequency'),
    ('push_frequency', 'default_push_notification_frequency'),
    ('trending_email_frequency', 'default_trending_email_notification_frequency'),
    ('can_create_alert', 'permissions'),
    ('can_read_teammembers', 'permissions'),
    ('can_read_teamrequests', 'permissions'),
    ('can_read_quotastats', 'permissions'),
    ('subscribed_to_quota_exceeded', 'email_subscriptions'),
    ('client_secret_hash', 'client_secret')
  ) AS renamed (column_name, member) ON renamed.column_name = now.key
  WHERE now.value IS DISTINCT FROM before -> now.key
    AND now.key NOT IN ('revision', 'updated_at', 'email_key', 'password_hash', 'credentials_generation')
$$;

-- Runs when a transaction is about to commit: what an account takes with it when it is deleted is gone by
-- then, and told by that one event. The table is an argument, as that of "write_principal_change" is.
CREATE FUNCTION "write_account_events"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  subject JSONB := to_jsonb(COALESCE(NEW, OLD));
  account TEXT;
  revision INTEGER;
  members JSONB;
BEGIN
  IF NOT EXISTS (SELECT FROM "event_subscriptions") THEN
    RETURN NULL;
  END IF;
  account := COALESCE(subject ->> 'owner_id', subject ->> 'account_id', subject ->> 'id');
  -- Transactions that have events of one account commit one after the other, so that no event is overtaken.
  -- Few locks, because one statement may change every account.
  PERFORM pg_advisory_xact_lock(hashtext('nest-accounts events'), hashtext(account) & 1023);

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

  SELECT "accounts"."revision" INTO revision FROM "accounts" WHERE "id" = account;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF TG_ARGV[0] = 'grants' THEN
    PERFORM "write_account_event"(
      CASE TG_OP WHEN 'INSERT' THEN 'grant.created' ELSE 'grant.revoked' END,
      account, revision, jsonb_build_object('application_id', subject -> 'application_id'));
  ELSIF TG_OP = 'UPDATE' THEN
    members := "changed_members"(to_jsonb(OLD), subject);
    IF members IS NOT NULL THEN
      PERFORM "write_account_event"('application.updated', account, revision,
        jsonb_build_object('application_id', subject -> 'id', 'members', members));
    END IF;
  ELSE
    PERFORM "write_account_event"(
      CASE TG_OP WHEN 'INSERT' THEN 'application.created' ELSE 'application.deleted' END,
      account, revision, jsonb_build_object('application_id', subject -> 'id'));
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "write_event_of_creation" AFTER INSERT ON "accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION "write_account_events"('accounts');
CREATE CONSTRAINT TRIGGER "write_event_of_update" AFTER UPDATE ON "accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "write_account_events"('accounts');
CREATE CONSTRAINT TRIGGER "write_event_of_deletion" AFTER DELETE ON "accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION "write_account_events"('accounts');

CREATE CONSTRAINT TRIGGER "write_event_of_creation" AFTER INSERT ON "applications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION "write_account_events"('applications');
CREATE CONSTRAINT TRIGGER "write_event_of_update" AFTER UPDATE ON "applications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "write_account_events"('applications');
CREATE CONSTRAINT TRIGGER "write_event_of_deletion" AFTER DELETE ON "applications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION "write_account_events"('applications');

CREATE CONSTRAINT TRIGGER "write_event_of_creation" AFTER INSERT ON "grants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION "write_account_events"('grants');
CREATE CONSTRAINT TRIGGER "write_event_of_deletion" AFTER DELETE ON "grants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION "write_account_events"('grants');
