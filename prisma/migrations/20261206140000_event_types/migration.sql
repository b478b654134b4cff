-- The revision of an account that is deleted together with the session, for the event of the session. It is set only
-- during the deletion, after which nothing else knows the revision.
ALTER TABLE "sessions" ADD COLUMN "account_revision" INTEGER;

-- Ends the sessions of a deleted account earlier than `delete_owned_rows`, so that their events precede `account.deleted`,
-- which is the last event of an account. An expired session has no event.
CREATE FUNCTION "end_sessions"() RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
SET plan_cache_mode = 'force_custom_plan'
SET enable_seqscan = off
AS $$
BEGIN
  IF EXISTS (SELECT FROM "event_subscriptions" WHERE "type" = 'session.ended') THEN
    UPDATE "sessions" SET "account_revision" = OLD."revision" + 1
    WHERE "account_id" = OLD."id" AND "expires_at" > now();
    DELETE FROM "sessions" WHERE "account_id" = OLD."id" AND "account_revision" IS NOT NULL;
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER "end_sessions" BEFORE DELETE ON "accounts"
  FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "end_sessions"();

CREATE OR REPLACE FUNCTION "write_session_event"() RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  IF OLD."account_revision" IS NOT NULL OR EXISTS (SELECT FROM "accounts" WHERE "id" = OLD."account_id") THEN
    PERFORM "write_account_event"('session.ended', OLD."account_id", OLD."account_revision", jsonb_build_object(
      'session_id', OLD."id",
      -- The names of the session in ID tokens, which do not reveal its id.
      'sids', jsonb_build_array(left(encode(sha256(convert_to(OLD."id", 'UTF8')), 'hex'), 32))));
  END IF;
  RETURN NULL;
END
$$;
DROP TRIGGER "write_event_of_end" ON "sessions";
CREATE CONSTRAINT TRIGGER "write_event_of_end" AFTER DELETE ON "sessions"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD."expires_at" > now() AND "has_event_subscriptions"())
  EXECUTE FUNCTION "write_session_event"();

-- A further scope of an authorization has an event of its own type, `grant.updated`.
CREATE OR REPLACE FUNCTION "write_account_events"() RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
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
      IF NEW."email" <> OLD."email" THEN
        PERFORM "write_account_event"('email.changed', account, NEW."revision", '{}');
      END IF;
      IF NEW."suspended_at" IS NOT NULL AND OLD."suspended_at" IS NULL THEN
        PERFORM "write_account_event"('account.suspended', account, NEW."revision", '{}');
      ELSIF NEW."suspended_at" IS NULL AND OLD."suspended_at" IS NOT NULL THEN
        PERFORM "write_account_event"('account.restored', account, NEW."revision", '{}');
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
  IF TG_ARGV[0] = 'verified_emails' THEN
    PERFORM "write_account_event"('email.verified', account, NULL, '{}');
  ELSIF TG_ARGV[0] = 'grants' THEN
    PERFORM "write_account_event"(
      CASE TG_OP WHEN 'DELETE' THEN 'grant.revoked' WHEN 'UPDATE' THEN 'grant.updated' ELSE 'grant.created' END,
      account, NULL, jsonb_build_object('application_id', subject -> 'application_id')
        || CASE TG_OP WHEN 'UPDATE' THEN jsonb_build_object('scopes', subject -> 'scope') ELSE '{}' END);
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

-- Until now, a further scope had the event `grant.created`. Until nodes of this release subscribe, subscriptions that
-- must not miss the new type keep it: that of the mails, and those that receive every type.
INSERT INTO "event_subscriptions" ("name", "type", "seen_at")
SELECT "name", 'grant.updated', max("seen_at") FROM "event_subscriptions" GROUP BY "name"
HAVING bool_or("type" = 'grant.created') AND ("name" = 'mail' OR count(*) >= 14);

-- The outcome of a mail about an account. `account.deleted` is the last event of an account. The account is locked before
-- its event queues, as by every other change.
CREATE FUNCTION "write_mail_event"(type TEXT, account TEXT, kind TEXT) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  IF NOT "has_event_subscriptions"() THEN
    RETURN;
  END IF;
  PERFORM FROM "accounts" WHERE "id" = $2 FOR KEY SHARE;
  IF FOUND THEN
    PERFORM "write_account_event"($1, $2, NULL, jsonb_build_object('kind', $3));
  END IF;
END
$$;
