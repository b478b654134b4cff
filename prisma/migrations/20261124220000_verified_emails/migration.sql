-- The email addresses that an account has proved to be its own, as they are written: two addresses with one key can be
-- two mailboxes. Those before the present one have been replaced, by the change with a revision, and can be restored.
CREATE TABLE "verified_emails" (
  "account_id" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "email_key" TEXT NOT NULL,
  "verified_at" TIMESTAMPTZ(3) NOT NULL,
  "replaced_at" TIMESTAMPTZ(3),
  "replaced_by" INTEGER,

  CONSTRAINT "verified_emails_pkey" PRIMARY KEY ("account_id", "email"),
  CONSTRAINT "verified_emails_account_id_fkey" FOREIGN KEY ("account_id")
    REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "verified_emails_email_key_idx" ON "verified_emails" ("email_key");
CREATE INDEX "verified_emails_replaced_at_idx" ON "verified_emails" ("replaced_at");

-- In the transaction of a change, because a later look would find what was verified since.
CREATE FUNCTION "replace_verified_email"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  -- An address that was left long ago may have another owner by now.
  DELETE FROM "verified_emails"
  WHERE "account_id" = NEW."id" AND "replaced_at" < now() - INTERVAL '10 days';
  UPDATE "verified_emails" SET "replaced_at" = now(), "replaced_by" = NEW."revision"
  WHERE "account_id" = NEW."id" AND "email" = OLD."email";
  UPDATE "verified_emails" SET "replaced_at" = NULL, "replaced_by" = NULL
  WHERE "account_id" = NEW."id" AND "email" = NEW."email";
  RETURN NULL;
END
$$;

CREATE TRIGGER "replace_verified_email" AFTER UPDATE ON "accounts"
  FOR EACH ROW WHEN (OLD."email" <> NEW."email") EXECUTE FUNCTION "replace_verified_email"();

-- The tokens of the links in mails.
CREATE TABLE "email_tokens" (
  "hash" BYTEA NOT NULL,
  "purpose" TEXT NOT NULL,
  "account_id" TEXT,
  "email_digest" TEXT NOT NULL,
  "credentials_generation" INTEGER,
  "sealed" BYTEA,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "email_tokens_pkey" PRIMARY KEY ("hash"),
  CONSTRAINT "email_tokens_account_id_fkey" FOREIGN KEY ("account_id")
    REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "email_tokens_account_id_idx" ON "email_tokens" ("account_id");
CREATE INDEX "email_tokens_expires_at_idx" ON "email_tokens" ("expires_at");

CREATE OR REPLACE FUNCTION "write_account_events"() RETURNS TRIGGER
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
      IF NEW."email" <> OLD."email" THEN
        PERFORM "write_account_event"('email.changed', account, NEW."revision", '{}');
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

CREATE CONSTRAINT TRIGGER "write_event_of_verification" AFTER INSERT OR UPDATE OF "verified_at" ON "verified_emails"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('verified_emails');
