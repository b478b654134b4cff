-- PostgreSQL 15 may look for a primary key by reading another index as a whole, where a table was analyzed while it was
-- nearly empty: all its indexes look alike then. Rows that are named by their place (ctid) need no index.
CREATE OR REPLACE FUNCTION "delete_owned"(owner_table text, owner text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path FROM CURRENT
 SET plan_cache_mode = force_custom_plan
 SET enable_seqscan = off
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
