-- This text kept one verified address of each account, and found links by the key of an address. The trigger is dropped
-- first, since a repair is no event. Its function is replaced by suspensions.
DROP TRIGGER "write_event_of_verification" ON "verified_emails";

ALTER TABLE "verified_emails"
  ADD COLUMN "replaced_at" TIMESTAMPTZ(3),
  ADD COLUMN "replaced_by" INTEGER,
  DROP CONSTRAINT "verified_emails_pkey",
  ADD CONSTRAINT "verified_emails_pkey" PRIMARY KEY ("account_id", "email");
UPDATE "verified_emails" SET "replaced_at" = now(), "replaced_by" = "revision"
FROM "accounts" WHERE "id" = "account_id" AND "accounts"."email" <> "verified_emails"."email";

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

-- The links of mails that were sent end: their digests cannot be computed from keys.
DELETE FROM "email_tokens";
DROP INDEX "email_tokens_email_key_purpose_idx";
ALTER TABLE "email_tokens" RENAME COLUMN "email_key" TO "email_digest";

CREATE CONSTRAINT TRIGGER "write_event_of_verification" AFTER INSERT OR UPDATE OF "verified_at" ON "verified_emails"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_account_events"('verified_emails');
