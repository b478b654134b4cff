-- The email that a delegated token has set and the owner has not adopted. The API shows it; nothing else uses it.
ALTER TABLE "accounts" ADD COLUMN "pending_email" TEXT, ADD COLUMN "pending_email_key" TEXT;

-- Whether a token has set the owner's email. Its link alone is then no first proof.
ALTER TABLE "accounts" ADD COLUMN "email_by_token" BOOLEAN NOT NULL DEFAULT false;

-- No two accounts show one email.
CREATE UNIQUE INDEX "accounts_shown_email_key" ON "accounts" (COALESCE("pending_email_key", "email_key"));

-- From when on a factor is trusted, where a trusted one has confirmed it. Otherwise seven days after it was added.
ALTER TABLE "authenticator_apps" ADD COLUMN "trusted_since" TIMESTAMPTZ(3);
ALTER TABLE "passkeys" ADD COLUMN "trusted_since" TIMESTAMPTZ(3);

-- An address that was left can undo the change until this moment, which the verification of a later address sets.
ALTER TABLE "verified_emails" ADD COLUMN "forget_at" TIMESTAMPTZ(3);
UPDATE "verified_emails" SET "forget_at" = "replaced_at" + INTERVAL '10 days' WHERE "replaced_at" IS NOT NULL;
CREATE INDEX "verified_emails_forget_at_idx" ON "verified_emails" ("forget_at");

-- An earlier release made expired links work again; a link of that release that has expired must not.
DELETE FROM "email_tokens" WHERE "expires_at" < now();

CREATE OR REPLACE FUNCTION "changed_members"(before JSONB, after JSONB) RETURNS JSONB
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
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
    AND now.key NOT IN ('revision', 'updated_at', 'email_key', 'pending_email_key', 'email_by_token',
      'password_hash', 'credentials_generation', 'suspended_at', 'suspension_reason')
$$;

-- The digest that the token of a link stores of its address.
CREATE FUNCTION "email_digest"(email TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT rtrim(translate(encode(sha256(convert_to(email, 'UTF8')), 'base64'), '+/', '-_'), '=')
$$;

CREATE OR REPLACE FUNCTION "replace_verified_email"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  was_verified BOOLEAN;
  returned "verified_emails"%ROWTYPE;
BEGIN
  -- An address that was left long ago may have another owner by now.
  DELETE FROM "verified_emails" WHERE "account_id" = NEW."id" AND "forget_at" < now();
  UPDATE "verified_emails" SET "replaced_at" = now(), "replaced_by" = NEW."revision"
  WHERE "account_id" = NEW."id" AND "email" = OLD."email";
  was_verified := FOUND;

  SELECT * INTO returned FROM "verified_emails" WHERE "account_id" = NEW."id" AND "email" = NEW."email";
  IF FOUND THEN
    -- Back at an address that was left: the later ones lose their verifications, links and removals.
    DELETE FROM "email_tokens" WHERE "account_id" = NEW."id" AND "email_digest" IN (
      SELECT "email_digest"("email") FROM "verified_emails"
      WHERE "account_id" = NEW."id" AND "replaced_by" > returned."replaced_by"
      UNION ALL SELECT "email_digest"(OLD."email")
    );
    DELETE FROM "verified_emails" WHERE "account_id" = NEW."id" AND "replaced_by" > returned."replaced_by";
    DELETE FROM "factor_removals" WHERE "account_id" = NEW."id" AND "requested_at" >= returned."replaced_at";
    UPDATE "verified_emails" SET "replaced_at" = NULL, "replaced_by" = NULL, "forget_at" = NULL
    WHERE "account_id" = NEW."id" AND "email" = NEW."email";
  ELSIF NOT was_verified AND "has_event_subscriptions"() THEN
    -- The owner of an address that was never verified has nothing to undo the change with, but is told.
    PERFORM "write_account_event"('mail.requested', NEW."id", NEW."revision",
      jsonb_build_object('kind', 'email-left', 'address', OLD."email"));
  END IF;
  RETURN NULL;
END
$$;

-- The API shows another email, although that of the owner is the same.
CREATE FUNCTION "write_pending_email_event"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM "write_account_event"('email.changed', NEW."id", NEW."revision", '{}');
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "write_event_of_pending_email" AFTER UPDATE OF "pending_email" ON "accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ("has_event_subscriptions"() AND OLD."email" = NEW."email"
    AND OLD."pending_email" IS DISTINCT FROM NEW."pending_email")
  EXECUTE FUNCTION "write_pending_email_event"();

-- Ten days after another address was verified, the one that was verified first is forgotten, and each further one seven
-- days after the one before.
CREATE FUNCTION "forget_left_emails"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE "verified_emails" AS kept
  SET "forget_at" = GREATEST(now() + INTERVAL '10 days', "last" + INTERVAL '7 days')
    + ("place" - 1) * INTERVAL '7 days'
  FROM (
    SELECT "email", row_number() OVER (ORDER BY "verified_at", "email") AS "place",
      (SELECT max("forget_at") FROM "verified_emails" WHERE "account_id" = NEW."account_id") AS "last"
    FROM "verified_emails"
    WHERE "account_id" = NEW."account_id" AND "replaced_at" IS NOT NULL AND "forget_at" IS NULL
  ) AS left_before
  WHERE kept."account_id" = NEW."account_id" AND kept."email" = left_before."email";
  RETURN NULL;
END
$$;

CREATE TRIGGER "forget_left_emails" AFTER INSERT ON "verified_emails"
  FOR EACH ROW EXECUTE FUNCTION "forget_left_emails"();
