-- An application can have grants and tokens of any number of users, and an account any number of tokens and keys. A
-- cascade would delete them in one statement, which does not end in time. Their owner's row alone is deleted at once:
-- every use of a token, grant or session joins it. These triggers take the place of the foreign keys.
ALTER TABLE "access_tokens"
  DROP CONSTRAINT "access_tokens_application_id_fkey", DROP CONSTRAINT "access_tokens_account_id_fkey";
ALTER TABLE "grants"
  DROP CONSTRAINT "grants_application_id_fkey", DROP CONSTRAINT "grants_account_id_fkey";
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_account_id_fkey";
ALTER TABLE "idempotency_keys"
  DROP CONSTRAINT "idempotency_keys_owner_id_fkey", DROP CONSTRAINT "idempotency_keys_account_id_fkey";

-- The accounts and applications whose rows in other tables are still to be deleted, and as "grants" the accounts whose
-- grants without an authorization are.
CREATE TABLE "deletions" (
  "table" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "deleted_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "deletions_pkey" PRIMARY KEY ("table", "id")
);

-- The first rows of an owner, in the order of an index.
DROP INDEX "access_tokens_application_id_idx";
CREATE INDEX "access_tokens_application_id_hash_idx" ON "access_tokens" ("application_id", "hash");
DROP INDEX "access_tokens_account_id_idx";
CREATE INDEX "access_tokens_account_id_hash_idx" ON "access_tokens" ("account_id", "hash");
DROP INDEX "grants_application_id_idx";
CREATE INDEX "grants_application_id_id_idx" ON "grants" ("application_id", "id");
DROP INDEX "authorizations_grant_id_idx";
CREATE INDEX "authorizations_grant_id_id_idx" ON "authorizations" ("grant_id", "id");
DROP INDEX "sessions_account_id_idx";
CREATE INDEX "sessions_account_id_id_idx" ON "sessions" ("account_id", "id");
DROP INDEX "idempotency_keys_account_id_idx";
CREATE INDEX "idempotency_keys_account_id_owner_id_key_idx"
  ON "idempotency_keys" ("account_id", "owner_id", "key");

-- A new row locks its application and then its account, as a deletion does: one of the two waits for the other.
CREATE FUNCTION "check_owner"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  account TEXT;
BEGIN
  IF TG_ARGV[0] IN ('access_tokens', 'grants') THEN
    PERFORM FROM "applications" WHERE "id" = NEW."application_id" FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no application %', NEW."application_id" USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  IF TG_ARGV[0] = 'idempotency_keys' THEN
    account := NEW."owner_id";
  ELSE
    account := NEW."account_id";
  END IF;
  PERFORM FROM "accounts" WHERE "id" = account FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no account %', account USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "check_owner" BEFORE INSERT ON "access_tokens"
  FOR EACH ROW EXECUTE FUNCTION "check_owner"('access_tokens');
CREATE TRIGGER "check_owner" BEFORE INSERT ON "grants"
  FOR EACH ROW EXECUTE FUNCTION "check_owner"('grants');
CREATE TRIGGER "check_owner" BEFORE INSERT ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION "check_owner"('sessions');
CREATE TRIGGER "check_owner" BEFORE INSERT ON "idempotency_keys"
  FOR EACH ROW EXECUTE FUNCTION "check_owner"('idempotency_keys');

-- Deletes at most this number of rows of each table that belonged to a deleted account or application, and returns
-- how many of all: 0 when none is left. Tokens come before what they descend from, whose cascade then finds none.
-- The plan is made for each owner: one that suits an application with a million users scans the table for others.
CREATE FUNCTION "delete_owned"(owner_table TEXT, owner TEXT, most INTEGER) RETURNS INTEGER
LANGUAGE plpgsql SET search_path FROM CURRENT SET plan_cache_mode TO force_custom_plan AS $$
DECLARE
  deleted INTEGER;
  total INTEGER := 0;
  granted TEXT[];
BEGIN
  IF owner_table = 'applications' THEN
    DELETE FROM "access_tokens" WHERE "hash" = ANY (ARRAY(
      SELECT "hash" FROM "access_tokens" WHERE "application_id" = owner
      ORDER BY "application_id", "hash" LIMIT most));
    GET DIAGNOSTICS total = ROW_COUNT;
  ELSIF owner_table = 'accounts' THEN
    DELETE FROM "access_tokens" WHERE "hash" = ANY (ARRAY(
      SELECT "hash" FROM "access_tokens" WHERE "account_id" = owner ORDER BY "account_id", "hash" LIMIT most));
    GET DIAGNOSTICS total = ROW_COUNT;
    DELETE FROM "sessions" WHERE "id" = ANY (ARRAY(
      SELECT "id" FROM "sessions" WHERE "account_id" = owner ORDER BY "account_id", "id" LIMIT most));
    GET DIAGNOSTICS deleted = ROW_COUNT;
    total := total + deleted;
    DELETE FROM "idempotency_keys" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "idempotency_keys" WHERE "owner_id" = owner
      ORDER BY "owner_id", "key" LIMIT most FOR UPDATE));
    GET DIAGNOSTICS deleted = ROW_COUNT;
    total := total + deleted;
    DELETE FROM "idempotency_keys" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "idempotency_keys" WHERE "account_id" = owner
      ORDER BY "account_id", "owner_id", "key" LIMIT most FOR UPDATE));
    GET DIAGNOSTICS deleted = ROW_COUNT;
    total := total + deleted;
  END IF;
  IF total >= most THEN
    RETURN total;
  END IF;

  IF owner_table = 'applications' THEN
    granted := ARRAY(SELECT "id" FROM "grants" WHERE "application_id" = owner
      ORDER BY "application_id", "id" LIMIT most);
  ELSIF owner_table = 'grants' THEN
    granted := ARRAY(SELECT "id" FROM "grants" AS ended WHERE "account_id" = owner
      AND NOT EXISTS (SELECT FROM "authorizations" WHERE "grant_id" = ended."id")
      ORDER BY "account_id", "application_id" LIMIT most FOR UPDATE);
  ELSE
    granted := ARRAY(SELECT "id" FROM "grants" WHERE "account_id" = owner
      ORDER BY "account_id", "application_id" LIMIT most);
  END IF;
  DELETE FROM "authorizations" WHERE "id" = ANY (ARRAY(
    SELECT issued."id" FROM unnest(granted) AS granted_id, LATERAL (
      SELECT "id" FROM "authorizations" WHERE "grant_id" = granted_id ORDER BY "grant_id", "id" LIMIT most
    ) AS issued LIMIT most));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  total := total + deleted;
  IF deleted < most THEN
    DELETE FROM "grants" WHERE "id" = ANY (granted);
    GET DIAGNOSTICS deleted = ROW_COUNT;
    total := total + deleted;
  END IF;
  RETURN total;
END
$$;

-- Few rows are deleted in the transaction, for all its deletions together. The purge deletes the rest.
CREATE FUNCTION "begin_deletion"(owner_table TEXT, owner TEXT) RETURNS VOID
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  remaining INTEGER :=
    COALESCE(NULLIF(current_setting('nest_accounts.cascade_rows', true), ''), '300')::integer;
  deleted INTEGER := 1;
BEGIN
  WHILE remaining > 0 AND deleted > 0 LOOP
    deleted := "delete_owned"(owner_table, owner, 100);
    remaining := remaining - deleted;
  END LOOP;
  PERFORM set_config('nest_accounts.cascade_rows', remaining::text, true);
  IF deleted > 0 THEN
    INSERT INTO "deletions" ("table", "id", "deleted_at") VALUES (owner_table, owner, now())
    ON CONFLICT DO NOTHING;
  END IF;
END
$$;
CREATE FUNCTION "delete_owned_rows"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM "begin_deletion"(TG_ARGV[0], OLD."id");
  RETURN NULL;
END
$$;
CREATE TRIGGER "delete_owned_rows" AFTER DELETE ON "applications"
  FOR EACH ROW EXECUTE FUNCTION "delete_owned_rows"('applications');
CREATE TRIGGER "delete_owned_rows" AFTER DELETE ON "accounts"
  FOR EACH ROW EXECUTE FUNCTION "delete_owned_rows"('accounts');

CREATE OR REPLACE FUNCTION "write_principal_change"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  changed TEXT := '*';
  revised INTEGER;
BEGIN
  IF TG_LEVEL = 'ROW' THEN
    IF TG_ARGV[0] = 'access_tokens' THEN
      changed := OLD."account_id";
    ELSE
      changed := OLD."id";
    END IF;
    IF TG_ARGV[0] = 'accounts' AND TG_OP = 'UPDATE' THEN
      revised := NEW."revision";
    END IF;
  END IF;
  -- A second change of the transaction writes the row again only if it says more: each version of a row slows down the
  -- next one.
  INSERT INTO "principal_changes" AS earlier ("transaction_id", "id", "revision")
  VALUES (pg_current_xact_id()::text::bigint, changed, revised)
  ON CONFLICT ("transaction_id", "id") DO UPDATE SET "revision" = NULL WHERE earlier."revision" IS NOT NULL;
  RETURN NULL;
END
$$;
