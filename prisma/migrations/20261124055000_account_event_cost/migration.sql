-- A change where there is no subscription costs a twentieth less: its trigger is not deferred, and turns no row
-- into JSON.
CREATE FUNCTION "has_event_subscriptions"() RETURNS BOOLEAN
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM "event_subscriptions");
END
$$;

CREATE OR REPLACE FUNCTION "write_account_events"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  subject JSONB := to_jsonb(COALESCE(NEW, OLD));
  account TEXT;
  revision INTEGER;
  members JSONB;
BEGIN
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

DROP TRIGGER "write_event_of_creation" ON "accounts";
CREATE CONSTRAINT TRIGGER "write_event_of_creation" AFTER INSERT ON "accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('accounts');

DROP TRIGGER "write_event_of_update" ON "accounts";
CREATE CONSTRAINT TRIGGER "write_event_of_update" AFTER UPDATE ON "accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"() AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "write_account_events"('accounts');

DROP TRIGGER "write_event_of_deletion" ON "accounts";
CREATE CONSTRAINT TRIGGER "write_event_of_deletion" AFTER DELETE ON "accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('accounts');

DROP TRIGGER "write_event_of_creation" ON "applications";
CREATE CONSTRAINT TRIGGER "write_event_of_creation" AFTER INSERT ON "applications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('applications');

DROP TRIGGER "write_event_of_update" ON "applications";
CREATE CONSTRAINT TRIGGER "write_event_of_update" AFTER UPDATE ON "applications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"() AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "write_account_events"('applications');

DROP TRIGGER "write_event_of_deletion" ON "applications";
CREATE CONSTRAINT TRIGGER "write_event_of_deletion" AFTER DELETE ON "applications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('applications');

DROP TRIGGER "write_event_of_creation" ON "grants";
CREATE CONSTRAINT TRIGGER "write_event_of_creation" AFTER INSERT ON "grants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('grants');

DROP TRIGGER "write_event_of_deletion" ON "grants";
CREATE CONSTRAINT TRIGGER "write_event_of_deletion" AFTER DELETE ON "grants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('grants');
