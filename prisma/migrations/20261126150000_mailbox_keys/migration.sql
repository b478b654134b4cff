-- The mailbox that an email names, by which addresses are compared. The application fills it, because PostgreSQL has no
-- UTS 46. It stays null where an older account has the same mailbox.
ALTER TABLE "accounts" ADD COLUMN "mailbox_key" TEXT, ADD COLUMN "pending_mailbox_key" TEXT;
ALTER TABLE "verified_emails" ADD COLUMN "mailbox_key" TEXT;

CREATE UNIQUE INDEX "accounts_mailbox_key_key" ON "accounts" ("mailbox_key");
CREATE UNIQUE INDEX "accounts_shown_mailbox_key" ON "accounts" (COALESCE("pending_mailbox_key", "mailbox_key"));
CREATE INDEX "verified_emails_mailbox_key_idx" ON "verified_emails" ("mailbox_key");

-- The rows to fill.
CREATE INDEX "accounts_without_mailbox_key" ON "accounts" ("created_at", "id") WHERE "mailbox_key" IS NULL;
CREATE INDEX "accounts_without_pending_mailbox_key" ON "accounts" ("created_at", "id")
  WHERE "pending_email" IS NOT NULL AND "pending_mailbox_key" IS NULL;
CREATE INDEX "verified_emails_without_mailbox_key" ON "verified_emails" ("account_id", "email")
  WHERE "mailbox_key" IS NULL;

-- Filling a key is no change of the account: its revision stays, and nodes keep it in memory.
CREATE OR REPLACE TRIGGER "raise_revision" BEFORE UPDATE ON "accounts" FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.* AND NEW."revision" <= OLD."revision"
    AND NEW."mailbox_key" IS NOT DISTINCT FROM OLD."mailbox_key"
    AND NEW."pending_mailbox_key" IS NOT DISTINCT FROM OLD."pending_mailbox_key")
  EXECUTE FUNCTION "raise_revision"();
CREATE OR REPLACE TRIGGER "write_update" AFTER UPDATE ON "accounts" FOR EACH ROW
  WHEN (OLD."revision" <> NEW."revision")
  EXECUTE FUNCTION "write_principal_change"('accounts');

-- Nodes of an earlier release set an email without its mailbox: the key of the previous one must not stay. Triggers run
-- in the order of their names, these after raise_revision.
CREATE FUNCTION "reset_mailbox_key"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW."email" <> OLD."email" AND NEW."mailbox_key" = OLD."mailbox_key" THEN
    NEW."mailbox_key" := NULL;
  END IF;
  IF NEW."pending_email" IS DISTINCT FROM OLD."pending_email"
    AND NEW."pending_mailbox_key" = OLD."pending_mailbox_key" THEN
    NEW."pending_mailbox_key" := NULL;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "reset_mailbox_key" BEFORE UPDATE OF "email", "pending_email" ON "accounts" FOR EACH ROW
  WHEN (NEW."email" <> OLD."email" OR NEW."pending_email" IS DISTINCT FROM OLD."pending_email")
  EXECUTE FUNCTION "reset_mailbox_key"();

-- A statement that sets the key itself, to the one that it was, has set another spelling of the same mailbox.
CREATE FUNCTION "restore_mailbox_key"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW."mailbox_key" IS NULL THEN
    NEW."mailbox_key" := OLD."mailbox_key";
  END IF;
  IF NEW."pending_email" IS NOT NULL AND NEW."pending_mailbox_key" IS NULL THEN
    NEW."pending_mailbox_key" := OLD."pending_mailbox_key";
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "restore_mailbox_key" BEFORE UPDATE OF "mailbox_key", "pending_mailbox_key" ON "accounts" FOR EACH ROW
  WHEN (NEW."email" <> OLD."email" OR NEW."pending_email" IS DISTINCT FROM OLD."pending_email")
  EXECUTE FUNCTION "restore_mailbox_key"();

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
    AND now.key NOT IN ('revision', 'updated_at', 'email_key', 'mailbox_key', 'pending_email_key', 'pending_mailbox_key',
      'email_by_token', 'first_email', 'password_hash', 'credentials_generation', 'suspended_at', 'suspension_reason')
$$;
