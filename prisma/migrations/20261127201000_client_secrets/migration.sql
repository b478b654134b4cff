-- A replaced client secret that stays valid for some days, and tokens for client credentials (RFC 6749 section 4.4).
ALTER TABLE "applications"
  ADD COLUMN "previous_secret_hash" BYTEA,
  ADD COLUMN "previous_secret_expires_at" TIMESTAMPTZ(3),
  ADD COLUMN "client_credentials" BOOLEAN NOT NULL DEFAULT false;

-- Any other replacement of the secret also ends the previous one, for example by a node of an earlier release.
CREATE FUNCTION "end_previous_secret"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW."previous_secret_hash" := NULL;
  NEW."previous_secret_expires_at" := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER "end_previous_secret" BEFORE UPDATE OF "client_secret_hash" ON "applications"
  FOR EACH ROW WHEN (NEW."client_secret_hash" IS DISTINCT FROM OLD."client_secret_hash"
    AND NEW."previous_secret_hash" IS NOT DISTINCT FROM OLD."previous_secret_hash")
  EXECUTE FUNCTION "end_previous_secret"();

CREATE TABLE "client_secret_uses" (
  "application_id" TEXT NOT NULL,
  "secret_hash" BYTEA NOT NULL,
  "used_on" DATE NOT NULL,
  CONSTRAINT "client_secret_uses_pkey" PRIMARY KEY ("application_id", "secret_hash")
);
ALTER TABLE "client_secret_uses" ADD CONSTRAINT "client_secret_uses_application_id_fkey"
  FOREIGN KEY ("application_id") REFERENCES "applications" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Finds the tokens for client credentials among all tokens of an account.
CREATE INDEX "access_tokens_account_id_application_id_created_at_idx"
  ON "access_tokens" ("account_id", "application_id", "created_at")
  WHERE "kind" = 'oauth' AND "authorization_id" IS NULL;

-- The tokens for client credentials end with the sessions and authorizations of an account.
CREATE OR REPLACE FUNCTION "end_sign_ins"(account TEXT, kept_session TEXT, kept_authorization TEXT) RETURNS VOID
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "sessions" WHERE "account_id" = account AND "id" IS DISTINCT FROM kept_session;
  DELETE FROM "authorizations" AS issued USING "grants" AS granted
  WHERE issued."grant_id" = granted."id" AND granted."account_id" = account
    AND issued."id" IS DISTINCT FROM kept_authorization;
  DELETE FROM "access_tokens"
  WHERE "account_id" = account AND "kind" = 'oauth' AND "authorization_id" IS NULL;
  PERFORM "begin_deletion"('grants', account);
END
$$;

-- Events also name the client secret if only the previous one changes.
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
    ('client_secret_hash', 'client_secret'),
    ('previous_secret_hash', 'client_secret'),
    ('previous_secret_expires_at', 'client_secret')
  ) AS renamed (column_name, member) ON renamed.column_name = now.key
  WHERE now.value IS DISTINCT FROM before -> now.key
    AND now.key NOT IN ('revision', 'updated_at', 'email_key', 'mailbox_key', 'pending_email_key', 'pending_mailbox_key',
      'email_by_token', 'first_email', 'password_hash', 'credentials_generation', 'suspended_at', 'suspension_reason')
$$;
