-- The functions of the schema as all migrations leave them, each with the triggers that call it.
-- This file is written by `npm run docs` from a migrated database, and nothing runs it: a migration changes them.

-- 20261126050100_deletions_in_batches
CREATE OR REPLACE FUNCTION public.begin_deletion(owner_table text, owner text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
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
$function$;

-- 20261127201000_client_secrets
CREATE OR REPLACE FUNCTION public.changed_members(before jsonb, after jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public'
AS $function$
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
$function$;

-- 20261126050100_deletions_in_batches
CREATE OR REPLACE FUNCTION public.check_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
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
$function$;
CREATE TRIGGER check_owner BEFORE INSERT ON access_tokens
  FOR EACH ROW
  EXECUTE FUNCTION check_owner('access_tokens');
CREATE TRIGGER check_owner BEFORE INSERT ON grants
  FOR EACH ROW
  EXECUTE FUNCTION check_owner('grants');
CREATE TRIGGER check_owner BEFORE INSERT ON idempotency_keys
  FOR EACH ROW
  EXECUTE FUNCTION check_owner('idempotency_keys');
CREATE TRIGGER check_owner BEFORE INSERT ON sessions
  FOR EACH ROW
  EXECUTE FUNCTION check_owner('sessions');

-- 20261127170000_deletions_by_place
CREATE OR REPLACE FUNCTION public.delete_owned(owner_table text, owner text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  deleted INTEGER;
  total INTEGER := 0;
  granted TEXT[];
BEGIN
  IF owner_table = 'applications' THEN
    DELETE FROM "access_tokens" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "access_tokens" WHERE "application_id" = owner
      ORDER BY "application_id", "hash" LIMIT most FOR UPDATE));
    GET DIAGNOSTICS total = ROW_COUNT;
  ELSIF owner_table = 'emptied_applications' THEN
    DELETE FROM "access_tokens" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "access_tokens" WHERE "application_id" = owner AND "authorization_id" IS NOT NULL
      ORDER BY "application_id", "hash" LIMIT most FOR UPDATE));
    GET DIAGNOSTICS total = ROW_COUNT;
  ELSIF owner_table = 'accounts' THEN
    DELETE FROM "access_tokens" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "access_tokens" WHERE "account_id" = owner
      ORDER BY "account_id", "hash" LIMIT most FOR UPDATE));
    GET DIAGNOSTICS total = ROW_COUNT;
    DELETE FROM "sessions" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "sessions" WHERE "account_id" = owner ORDER BY "account_id", "id" LIMIT most FOR UPDATE));
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

  IF owner_table IN ('applications', 'emptied_applications') THEN
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
  DELETE FROM "authorizations" WHERE ctid = ANY (ARRAY(
    SELECT issued.ctid FROM unnest(granted) AS granted_id, LATERAL (
      SELECT ctid FROM "authorizations" WHERE "grant_id" = granted_id LIMIT most FOR UPDATE
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
$function$;

-- 20261126050100_deletions_in_batches
CREATE OR REPLACE FUNCTION public.delete_owned_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  PERFORM "begin_deletion"(TG_ARGV[0], OLD."id");
  RETURN NULL;
END
$function$;
CREATE TRIGGER delete_owned_rows AFTER DELETE ON accounts
  FOR EACH ROW
  EXECUTE FUNCTION delete_owned_rows('accounts');
CREATE TRIGGER delete_owned_rows AFTER DELETE ON applications
  FOR EACH ROW
  EXECUTE FUNCTION delete_owned_rows('applications');

-- 20261127202001_ended_tokens
CREATE OR REPLACE FUNCTION public.delete_token_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  DELETE FROM "token_uses" WHERE "hash" = OLD."hash";
  RETURN NULL;
END
$function$;
CREATE TRIGGER delete_token_use AFTER DELETE ON access_tokens
  FOR EACH ROW WHEN (old.id IS NOT NULL)
  EXECUTE FUNCTION delete_token_use();

-- 20261126030000_owner_emails
CREATE OR REPLACE FUNCTION public.email_digest(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public'
AS $function$
  SELECT rtrim(translate(encode(sha256(convert_to(email, 'UTF8')), 'base64'), '+/', '-_'), '=')
$function$;

-- 20261126080000_ended_credentials
CREATE OR REPLACE FUNCTION public.end_factors(account text, since timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  DELETE FROM "authenticator_apps" WHERE "account_id" = account AND (since IS NULL
    OR "created_at" >= since AND LEAST("trusted_since", "created_at" + INTERVAL '7 days') > now());
  DELETE FROM "passkeys" WHERE "account_id" = account AND (since IS NULL
    OR "created_at" >= since AND LEAST("trusted_since", "created_at" + INTERVAL '7 days') > now());
  DELETE FROM "passkey_owners" WHERE "account_id" = account AND since IS NULL;
  DELETE FROM "recovery_codes" WHERE "account_id" = account AND (since IS NULL OR "created_at" >= since);
  DELETE FROM "factor_removals" WHERE "account_id" = account;
END
$function$;

-- 20261127201000_client_secrets
CREATE OR REPLACE FUNCTION public.end_previous_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW."previous_secret_hash" := NULL;
  NEW."previous_secret_expires_at" := NULL;
  RETURN NEW;
END
$function$;
CREATE TRIGGER end_previous_secret BEFORE UPDATE OF client_secret_hash ON applications
  FOR EACH ROW WHEN (new.client_secret_hash IS DISTINCT FROM old.client_secret_hash AND NOT new.previous_secret_hash IS DISTINCT FROM old.previous_secret_hash)
  EXECUTE FUNCTION end_previous_secret();

-- 20261206140000_event_types
CREATE OR REPLACE FUNCTION public.end_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM "event_subscriptions" WHERE "type" = 'session.ended') THEN
    UPDATE "sessions" SET "account_revision" = OLD."revision" + 1
    WHERE "account_id" = OLD."id" AND "expires_at" > now();
    DELETE FROM "sessions" WHERE "account_id" = OLD."id" AND "account_revision" IS NOT NULL;
  END IF;
  RETURN OLD;
END
$function$;
CREATE TRIGGER end_sessions BEFORE DELETE ON accounts
  FOR EACH ROW WHEN (has_event_subscriptions())
  EXECUTE FUNCTION end_sessions();

-- 20261127201000_client_secrets
CREATE OR REPLACE FUNCTION public.end_sign_ins(account text, kept_session text, kept_authorization text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  DELETE FROM "sessions" WHERE "account_id" = account AND "id" IS DISTINCT FROM kept_session;
  DELETE FROM "authorizations" AS issued USING "grants" AS granted
  WHERE issued."grant_id" = granted."id" AND granted."account_id" = account
    AND issued."id" IS DISTINCT FROM kept_authorization;
  DELETE FROM "access_tokens"
  WHERE "account_id" = account AND "kind" = 'oauth' AND "authorization_id" IS NULL;
  PERFORM "begin_deletion"('grants', account);
END
$function$;

-- 20261127202000_trusted_applications
CREATE OR REPLACE FUNCTION public.end_trust()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW."trusted" := false;
  RETURN NEW;
END
$function$;
CREATE TRIGGER end_trust BEFORE UPDATE ON applications
  FOR EACH ROW WHEN (new.trusted AND (new.redirect_uris IS DISTINCT FROM old.redirect_uris OR new.owner_id IS DISTINCT FROM old.owner_id OR (new.client_secret_hash IS NULL) IS DISTINCT FROM (old.client_secret_hash IS NULL)))
  EXECUTE FUNCTION end_trust();

-- 20261205000000_audit_device
CREATE OR REPLACE FUNCTION public.forget_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW."device" := NULL;
  RETURN NEW;
END;
$function$;
CREATE TRIGGER forget_device BEFORE INSERT OR UPDATE OF source ON audit_events
  FOR EACH ROW WHEN (new.source IS NULL AND new.device IS NOT NULL)
  EXECUTE FUNCTION forget_device();

-- 20261126030000_owner_emails
CREATE OR REPLACE FUNCTION public.forget_left_emails()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
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
$function$;
CREATE TRIGGER forget_left_emails AFTER INSERT ON verified_emails
  FOR EACH ROW WHEN (COALESCE(current_setting('nest_accounts.import'::text, true), ''::text) = ''::text)
  EXECUTE FUNCTION forget_left_emails();

-- 20261128010000_imports
CREATE OR REPLACE FUNCTION public.has_event_subscriptions()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public'
AS $function$
BEGIN
  RETURN current_setting('nest_accounts.import', true) IS DISTINCT FROM 'silent'
    AND EXISTS (SELECT FROM "event_subscriptions");
END
$function$;

-- 20261126080000_ended_credentials
CREATE OR REPLACE FUNCTION public.has_factor(account text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  SELECT EXISTS (SELECT FROM "authenticator_apps" WHERE "account_id" = account)
    OR EXISTS (SELECT FROM "passkeys" WHERE "account_id" = account)
$function$;

-- 20261126090000_owner_proofs
CREATE OR REPLACE FUNCTION public.has_trusted_factor(account text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  SELECT EXISTS (
    SELECT FROM "authenticator_apps"
    WHERE "account_id" = account AND LEAST("trusted_since", "created_at" + INTERVAL '7 days') <= now()
    UNION ALL SELECT FROM "passkeys"
    WHERE "account_id" = account AND LEAST("trusted_since", "created_at" + INTERVAL '7 days') <= now()
  )
$function$;

-- 20261126090000_owner_proofs
CREATE OR REPLACE FUNCTION public.is_forgotten(address verified_emails)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  SELECT address."forget_at" < now() AND EXISTS (
    SELECT FROM "verified_emails" AS other
    WHERE other."account_id" = address."account_id" AND (other."forget_at" IS NULL OR other."forget_at" > now())
  )
$function$;

-- 20261126170000_live_tokens
CREATE OR REPLACE FUNCTION public.is_live_token(token_hash bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM "access_tokens" WHERE "hash" = token_hash);
END
$function$;

-- 20261126090000_owner_proofs
CREATE OR REPLACE FUNCTION public.keep_first_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  NEW."first_email" := OLD."email";
  RETURN NEW;
END
$function$;
CREATE TRIGGER keep_first_email BEFORE UPDATE ON accounts
  FOR EACH ROW WHEN (old.email <> new.email AND old.first_email IS NULL)
  EXECUTE FUNCTION keep_first_email();

-- 20261127200000_named_tokens
CREATE OR REPLACE FUNCTION public.limit_named_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  -- Concurrent insertions wait here, so that each counts the tokens of the others.
  PERFORM FROM "applications" WHERE "id" = NEW."application_id" FOR NO KEY UPDATE;
  IF 20 <= (
    SELECT count(*) FROM "access_tokens"
    WHERE "application_id" = NEW."application_id" AND "id" IS NOT NULL
      AND ("expires_at" IS NULL OR "expires_at" > now())
  ) THEN
    RAISE EXCEPTION 'the application % has 20 named tokens', NEW."application_id" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;
CREATE TRIGGER limit_named_tokens BEFORE INSERT ON access_tokens
  FOR EACH ROW WHEN (new.id IS NOT NULL)
  EXECUTE FUNCTION limit_named_tokens();

-- 20261126090000_owner_proofs
CREATE OR REPLACE FUNCTION public.mail_next_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
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
$function$;
CREATE TRIGGER mail_next_address AFTER DELETE ON verified_emails
  FOR EACH ROW WHEN (old.forget_at < now() AND has_event_subscriptions())
  EXECUTE FUNCTION mail_next_address();

-- 20261121180000_principal_changes
CREATE OR REPLACE FUNCTION public.raise_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW."revision" := OLD."revision" + 1;
  RETURN NEW;
END
$function$;
CREATE TRIGGER raise_revision BEFORE UPDATE ON accounts
  FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.* AND new.revision <= old.revision AND NOT new.mailbox_key IS DISTINCT FROM old.mailbox_key AND NOT new.pending_mailbox_key IS DISTINCT FROM old.pending_mailbox_key)
  EXECUTE FUNCTION raise_revision();

-- 20261122120000_audit_events
CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'audit events cannot be changed, nor deleted within a year'
    USING ERRCODE = 'insufficient_privilege';
END
$function$;
CREATE TRIGGER refuse_deletion BEFORE DELETE ON audit_events
  FOR EACH ROW WHEN (old.at > (now() - make_interval(hours => 24 * GREATEST(30, COALESCE(NULLIF(current_setting('nest_accounts.audit_days'::text, true), ''::text), '365'::text)::integer))))
  EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER refuse_other_changes BEFORE UPDATE ON audit_events
  FOR EACH ROW WHEN ((new.count > old.count AND new.last_at >= old.last_at AND new.last_at < (old.at + '01:00:00'::interval) AND NOT new.source IS DISTINCT FROM old.source OR new.source IS NULL AND old.source IS NOT NULL AND new.count = old.count AND NOT new.last_at IS DISTINCT FROM old.last_at AND old.at < (now() - make_interval(hours => 24 * GREATEST(7, COALESCE(NULLIF(current_setting('nest_accounts.audit_source_days'::text, true), ''::text), '90'::text)::integer)))) IS NOT TRUE)
  EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER refuse_truncation BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER refuse_update BEFORE UPDATE OF id, at, event, result, account_id, application_id, actor_id, client_id, channel, device, request_id, members, operator, reason ON audit_events
  FOR EACH ROW
  EXECUTE FUNCTION refuse_audit_change();

-- 20261126090000_owner_proofs
CREATE OR REPLACE FUNCTION public.replace_verified_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
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
$function$;
CREATE TRIGGER replace_verified_email AFTER UPDATE ON accounts
  FOR EACH ROW WHEN (old.email <> new.email)
  EXECUTE FUNCTION replace_verified_email();

-- 20261126150000_mailbox_keys
CREATE OR REPLACE FUNCTION public.reset_mailbox_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
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
$function$;
CREATE TRIGGER reset_mailbox_key BEFORE UPDATE OF email, pending_email ON accounts
  FOR EACH ROW WHEN (new.email <> old.email OR new.pending_email IS DISTINCT FROM old.pending_email)
  EXECUTE FUNCTION reset_mailbox_key();

-- 20261126150000_mailbox_keys
CREATE OR REPLACE FUNCTION public.restore_mailbox_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF NEW."mailbox_key" IS NULL THEN
    NEW."mailbox_key" := OLD."mailbox_key";
  END IF;
  IF NEW."pending_email" IS NOT NULL AND NEW."pending_mailbox_key" IS NULL THEN
    NEW."pending_mailbox_key" := OLD."pending_mailbox_key";
  END IF;
  RETURN NEW;
END
$function$;
CREATE TRIGGER restore_mailbox_key BEFORE UPDATE OF mailbox_key, pending_mailbox_key ON accounts
  FOR EACH ROW WHEN (new.email <> old.email OR new.pending_email IS DISTINCT FROM old.pending_email)
  EXECUTE FUNCTION restore_mailbox_key();

-- 20261126020000_event_queue_counts
CREATE OR REPLACE FUNCTION public.write_account_event(type text, account text, revision integer, data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
DECLARE
  event TEXT := gen_random_uuid();
  moment TIMESTAMPTZ := clock_timestamp();
  subscriptions TEXT[];
BEGIN
  -- The rows of the queues stay locked until the commit: transactions that have events of one account commit one
  -- after the other, and the events are numbered in that order. The update also gives the row a new version, which
  -- stops a worker that is about to delete the queue because it was empty.
  WITH queue AS (
    INSERT INTO "event_queues" AS earlier ("subscription", "account_id", "due_at")
    SELECT "name", $2, moment FROM "event_subscriptions" AS each
    WHERE each."type" = $1 AND "seen_at" > now() - INTERVAL '3 days' ORDER BY "name"
    ON CONFLICT ("subscription", "account_id")
      DO UPDATE SET "waiting" = earlier."waiting" % 1000000 + 1000001
    RETURNING earlier."subscription"
  )
  SELECT array_agg("subscription") INTO subscriptions FROM queue;
  IF subscriptions IS NULL THEN
    RETURN;
  END IF;

  -- Another statement, which sees the revision that a transaction before this one has committed.
  INSERT INTO "event_deliveries"
    ("subscription", "event_id", "type", "account_id", "revision", "data", "occurred_at")
  SELECT name, event, $1, $2,
    COALESCE($3, (SELECT "accounts"."revision" FROM "accounts" WHERE "id" = $2)), $4, moment
  FROM unnest(subscriptions) AS name;
END
$function$;

-- 20261206140000_event_types
CREATE OR REPLACE FUNCTION public.write_account_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
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
$function$;
CREATE CONSTRAINT TRIGGER write_event_of_creation AFTER INSERT ON accounts
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions())
  EXECUTE FUNCTION write_account_events('accounts');
CREATE CONSTRAINT TRIGGER write_event_of_deletion AFTER DELETE ON accounts
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions())
  EXECUTE FUNCTION write_account_events('accounts');
CREATE CONSTRAINT TRIGGER write_event_of_update AFTER UPDATE ON accounts
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions() AND old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION write_account_events('accounts');
CREATE CONSTRAINT TRIGGER write_event_of_creation AFTER INSERT ON applications
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions())
  EXECUTE FUNCTION write_account_events('applications');
CREATE CONSTRAINT TRIGGER write_event_of_deletion AFTER DELETE ON applications
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions())
  EXECUTE FUNCTION write_account_events('applications');
CREATE CONSTRAINT TRIGGER write_event_of_update AFTER UPDATE ON applications
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions() AND old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION write_account_events('applications');
CREATE CONSTRAINT TRIGGER write_event_of_creation AFTER INSERT ON grants
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions())
  EXECUTE FUNCTION write_account_events('grants');
CREATE CONSTRAINT TRIGGER write_event_of_deletion AFTER DELETE ON grants
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions())
  EXECUTE FUNCTION write_account_events('grants');
CREATE CONSTRAINT TRIGGER write_event_of_growth AFTER UPDATE OF scope ON grants
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions() AND NOT new.scope <@ old.scope)
  EXECUTE FUNCTION write_account_events('grants');
CREATE CONSTRAINT TRIGGER write_event_of_verification AFTER INSERT OR UPDATE OF verified_at ON verified_emails
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions())
  EXECUTE FUNCTION write_account_events('verified_emails');

-- 20261127202001_ended_tokens
CREATE OR REPLACE FUNCTION public.write_ended_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  INSERT INTO "principal_changes" AS earlier ("transaction_id", "id")
  SELECT DISTINCT pg_current_xact_id()::text::bigint, "account_id" FROM "ended"
  WHERE ("expires_at" <= now()) IS NOT TRUE
  ON CONFLICT ("transaction_id", "id") DO UPDATE SET "revision" = NULL WHERE earlier."revision" IS NOT NULL;
  RETURN NULL;
END
$function$;
CREATE TRIGGER write_deletion AFTER DELETE ON access_tokens REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT
  EXECUTE FUNCTION write_ended_tokens();
CREATE TRIGGER write_deletion AFTER DELETE ON sessions REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT
  EXECUTE FUNCTION write_ended_tokens();

-- 20261206140000_event_types
CREATE OR REPLACE FUNCTION public.write_mail_event(type text, account text, kind text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF NOT "has_event_subscriptions"() THEN
    RETURN;
  END IF;
  PERFORM FROM "accounts" WHERE "id" = $2 FOR KEY SHARE;
  IF FOUND THEN
    PERFORM "write_account_event"($1, $2, NULL, jsonb_build_object('kind', $3));
  END IF;
END
$function$;

-- 20261126030000_owner_emails
CREATE OR REPLACE FUNCTION public.write_pending_email_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  PERFORM "write_account_event"('email.changed', NEW."id", NEW."revision", '{}');
  RETURN NULL;
END
$function$;
CREATE CONSTRAINT TRIGGER write_event_of_pending_email AFTER UPDATE OF pending_email ON accounts
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (has_event_subscriptions() AND old.email = new.email AND old.pending_email IS DISTINCT FROM new.pending_email)
  EXECUTE FUNCTION write_pending_email_event();

-- 20261126060000_ended_suspensions
CREATE OR REPLACE FUNCTION public.write_principal_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
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
      IF NEW."suspended_at" IS NOT DISTINCT FROM OLD."suspended_at" THEN
        revised := NEW."revision";
      END IF;
    END IF;
  END IF;
  -- A second change of the transaction writes the row again only if it says more: each version of a row slows down the
  -- next one.
  INSERT INTO "principal_changes" AS earlier ("transaction_id", "id", "revision")
  VALUES (pg_current_xact_id()::text::bigint, changed, revised)
  ON CONFLICT ("transaction_id", "id") DO UPDATE SET "revision" = NULL WHERE earlier."revision" IS NOT NULL;
  RETURN NULL;
END
$function$;
CREATE TRIGGER write_truncation AFTER TRUNCATE ON access_tokens
  FOR EACH STATEMENT
  EXECUTE FUNCTION write_principal_change();
CREATE TRIGGER write_update AFTER UPDATE ON access_tokens
  FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION write_principal_change('access_tokens');
CREATE TRIGGER write_deletion AFTER DELETE ON accounts
  FOR EACH ROW
  EXECUTE FUNCTION write_principal_change('accounts');
CREATE TRIGGER write_truncation AFTER TRUNCATE ON accounts
  FOR EACH STATEMENT
  EXECUTE FUNCTION write_principal_change();
CREATE TRIGGER write_update AFTER UPDATE ON accounts
  FOR EACH ROW WHEN (old.revision <> new.revision)
  EXECUTE FUNCTION write_principal_change('accounts');
CREATE TRIGGER write_deletion AFTER DELETE ON applications
  FOR EACH ROW
  EXECUTE FUNCTION write_principal_change('applications');
CREATE TRIGGER write_truncation AFTER TRUNCATE ON applications
  FOR EACH STATEMENT
  EXECUTE FUNCTION write_principal_change();
CREATE TRIGGER write_update AFTER UPDATE ON applications
  FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION write_principal_change('applications');
CREATE TRIGGER write_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON resources
  FOR EACH STATEMENT
  EXECUTE FUNCTION write_principal_change();
CREATE TRIGGER write_truncation AFTER TRUNCATE ON sessions
  FOR EACH STATEMENT
  EXECUTE FUNCTION write_principal_change();
CREATE TRIGGER write_update AFTER UPDATE ON sessions
  FOR EACH ROW WHEN (old.hash IS DISTINCT FROM new.hash OR old.account_id IS DISTINCT FROM new.account_id OR old.confirmed_at IS DISTINCT FROM new.confirmed_at OR old.amr IS DISTINCT FROM new.amr OR new.expires_at < old.expires_at)
  EXECUTE FUNCTION write_principal_change('sessions');

-- 20261206140000_event_types
CREATE OR REPLACE FUNCTION public.write_session_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF OLD."account_revision" IS NOT NULL OR EXISTS (SELECT FROM "accounts" WHERE "id" = OLD."account_id") THEN
    PERFORM "write_account_event"('session.ended', OLD."account_id", OLD."account_revision", jsonb_build_object(
      'session_id', OLD."id",
      -- The names of the session in ID tokens, which do not reveal its id.
      'sids', jsonb_build_array(left(encode(sha256(convert_to(OLD."id", 'UTF8')), 'hex'), 32))));
  END IF;
  RETURN NULL;
END
$function$;
CREATE CONSTRAINT TRIGGER write_event_of_end AFTER DELETE ON sessions
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (old.expires_at > now() AND has_event_subscriptions())
  EXECUTE FUNCTION write_session_event();
