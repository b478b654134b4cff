-- Who keeps principals in memory is told what to forget: the id of an account or an application, or
-- `*` for everything. A commit that tells something waits for all others that do, so nothing is said
-- of what no principal shows: a new row, a new hash of the same password, a token that had ended by
-- itself. Only names of pg_catalog stand here, so that it works in any schema.
CREATE FUNCTION "tell_principal_changes"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  changed TEXT[] := '{*}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT gone ->> TG_ARGV[0]) INTO changed
    FROM (SELECT to_jsonb(old_row) AS gone FROM old_rows AS old_row) AS rows
    WHERE ((gone ->> 'expires_at')::timestamptz <= now()) IS NOT TRUE;
  ELSIF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT was ->> TG_ARGV[0]) INTO changed
    FROM (
      SELECT to_jsonb(old_row) - 'password_hash' AS was FROM old_rows AS old_row
      EXCEPT
      SELECT to_jsonb(new_row) - 'password_hash' FROM new_rows AS new_row
    ) AS rows;
  END IF;
  IF cardinality(changed) > 100 THEN
    changed := '{*}';
  END IF;
  -- A channel of each schema, whose name alone may be as long as a channel's can be.
  PERFORM pg_notify('nest_accounts_' || hashtextextended(TG_TABLE_SCHEMA, 0), id)
  FROM unnest(changed) AS id;
  RETURN NULL;
END
$$;

CREATE TRIGGER "tell_principal_update" AFTER UPDATE ON "accounts"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_principal_changes"('id');

CREATE TRIGGER "tell_principal_delete" AFTER DELETE ON "accounts"
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_principal_changes"('id');

CREATE TRIGGER "tell_principal_truncate" AFTER TRUNCATE ON "accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_principal_changes"();

CREATE TRIGGER "tell_principal_update" AFTER UPDATE ON "applications"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_principal_changes"('id');

CREATE TRIGGER "tell_principal_delete" AFTER DELETE ON "applications"
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_principal_changes"('id');

CREATE TRIGGER "tell_principal_truncate" AFTER TRUNCATE ON "applications"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_principal_changes"();

CREATE TRIGGER "tell_principal_update" AFTER UPDATE ON "access_tokens"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_principal_changes"('account_id');

CREATE TRIGGER "tell_principal_delete" AFTER DELETE ON "access_tokens"
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_principal_changes"('account_id');

CREATE TRIGGER "tell_principal_truncate" AFTER TRUNCATE ON "access_tokens"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_principal_changes"();
