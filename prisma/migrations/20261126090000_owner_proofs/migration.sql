-- The email of the creation, once the account has another one. An account whose unverified email is proved by another
-- person returns to it.
ALTER TABLE "accounts" ADD COLUMN "first_email" TEXT;

CREATE FUNCTION "keep_first_email"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW."first_email" := OLD."email";
  RETURN NEW;
END
$$;

CREATE TRIGGER "keep_first_email" BEFORE UPDATE ON "accounts" FOR EACH ROW
  WHEN (OLD."email" <> NEW."email" AND OLD."first_email" IS NULL)
  EXECUTE FUNCTION "keep_first_email"();

CREATE OR REPLACE FUNCTION "changed_members"(before jsonb, after jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path FROM CURRENT
AS $$
  SELECT jsonb_agg(DISTINCT COALESCE(renamed.member, now.key))
  FROM jsonb_each(after) AS now
  LEFT JOIN (VALUES
    ('pending_email', 'email'),
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
    AND now.key NOT IN ('revision', 'updated_at', 'email_key', 'pending_email_key', 'email_by_token', 'first_email',
      'password_hash', 'credentials_generation', 'suspended_at', 'suspension_reason')
$$;

-- Whether the account had a trusted factor when it left the address: then its link does not remove the last factor.
ALTER TABLE "verified_emails" ADD COLUMN "had_trusted_factor" BOOLEAN NOT NULL DEFAULT false;

CREATE FUNCTION "has_trusted_factor"(account TEXT) RETURNS BOOLEAN
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM "authenticator_apps"
    WHERE "account_id" = account AND LEAST("trusted_since", "created_at" + INTERVAL '7 days') <= now()
    UNION ALL SELECT FROM "passkeys"
    WHERE "account_id" = account AND LEAST("trusted_since", "created_at" + INTERVAL '7 days') <= now()
  )
$$;

-- An address that has no right any more is deleted once another one has a right. Until then it says that the account
-- has had a verified address.
CREATE FUNCTION "is_forgotten"(address "verified_emails") RETURNS BOOLEAN
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT address."forget_at" < now() AND EXISTS (
    SELECT FROM "verified_emails" AS other
    WHERE other."account_id" = address."account_id" AND (other."forget_at" IS NULL OR other."forget_at" > now())
  )
$$;

CREATE OR REPLACE FUNCTION "replace_verified_email"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  was_verified BOOLEAN;
  returned "verified_emails"%ROWTYPE;
BEGIN
  -- An address that was left long ago may have another owner by now.
  DELETE FROM "verified_emails" AS address WHERE "account_id" = NEW."id" AND "is_forgotten"(address);
  UPDATE "verified_emails" SET "replaced_at" = now(), "replaced_by" = NEW."revision",
    "had_trusted_factor" = "has_trusted_factor"(NEW."id")
  WHERE "account_id" = NEW."id" AND "email" = OLD."email" AND "replaced_at" IS NULL;
  was_verified := FOUND;

  SELECT * INTO returned FROM "verified_emails"
  WHERE "account_id" = NEW."id" AND "email" = NEW."email" AND ("forget_at" IS NULL OR "forget_at" > now());
  IF FOUND THEN
    -- Back at an address that was left: the later ones lose their verifications, links and removals.
    DELETE FROM "email_tokens" WHERE "account_id" = NEW."id" AND "email_digest" IN (
      SELECT "email_digest"("email") FROM "verified_emails"
      WHERE "account_id" = NEW."id" AND "replaced_by" > returned."replaced_by"
      UNION ALL SELECT "email_digest"(OLD."email")
    );
    DELETE FROM "verified_emails" WHERE "account_id" = NEW."id" AND "replaced_by" > returned."replaced_by";
    DELETE FROM "factor_removals" WHERE "account_id" = NEW."id" AND "requested_at" >= returned."replaced_at";
    UPDATE "verified_emails" SET "replaced_at" = NULL, "replaced_by" = NULL, "forget_at" = NULL,
      "had_trusted_factor" = false
    WHERE "account_id" = NEW."id" AND "email" = NEW."email";
  ELSIF NOT was_verified AND "has_event_subscriptions"() THEN
    -- The owner of an address that was never verified has nothing to undo the change with, but is told.
    PERFORM "write_account_event"('mail.requested', NEW."id", NEW."revision",
      jsonb_build_object('kind', 'email-left', 'address', OLD."email"));
  END IF;
  RETURN NULL;
END
$$;

-- Once the address that could undo is forgotten, the one that was verified next can, and is told.
CREATE FUNCTION "mail_next_address"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "verified_emails" WHERE "account_id" = OLD."account_id" AND "replaced_at" IS NOT NULL
      AND "verified_at" > OLD."verified_at" AND ("forget_at" IS NULL OR "forget_at" > now())
  ) AND NOT EXISTS (
    SELECT FROM "verified_emails" WHERE "account_id" = OLD."account_id" AND "replaced_at" IS NOT NULL
      AND "verified_at" < OLD."verified_at" AND ("forget_at" IS NULL OR "forget_at" > now())
  ) THEN
    PERFORM "write_account_event"('mail.requested', OLD."account_id", NULL, '{"kind": "email-next"}');
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "mail_next_address" AFTER DELETE ON "verified_emails" FOR EACH ROW
  WHEN (OLD."forget_at" < now() AND "has_event_subscriptions"())
  EXECUTE FUNCTION "mail_next_address"();

-- What the link of a mail about a new app names; an app on another phone has another one.
ALTER TABLE "authenticator_apps" ADD COLUMN "id" TEXT NOT NULL DEFAULT gen_random_uuid()::text;

-- A grant whose scope grows is reported like a new one.
CREATE OR REPLACE FUNCTION "write_account_events"()
 RETURNS trigger
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
      CASE TG_OP WHEN 'DELETE' THEN 'grant.revoked' ELSE 'grant.created' END,
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

CREATE CONSTRAINT TRIGGER "write_event_of_growth" AFTER UPDATE OF "scope" ON "grants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ("has_event_subscriptions"() AND NOT NEW."scope" <@ OLD."scope")
  EXECUTE FUNCTION "write_account_events"('grants');
