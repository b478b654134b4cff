-- Who keeps principals in memory reads here what to forget: the id of an account or an application,
-- or `*` for everything. Nothing is said of what no principal shows: a new row, a new hash of the same
-- password, a token that had ended by itself. A transaction is known by its number of 64 bits.
CREATE TABLE "principal_changes" (
  "transaction_id" BIGINT NOT NULL,
  "id" TEXT NOT NULL,

  CONSTRAINT "principal_changes_pkey" PRIMARY KEY ("transaction_id", "id")
);

CREATE FUNCTION "write_principal_changes"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
  INSERT INTO "principal_changes" ("transaction_id", "id")
  SELECT pg_current_xact_id()::text::bigint, changes."id" FROM unnest(changed) AS changes ("id")
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER "write_updates" AFTER UPDATE ON "accounts"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_changes"('id');

CREATE TRIGGER "write_deletions" AFTER DELETE ON "accounts"
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_changes"('id');

CREATE TRIGGER "write_truncation" AFTER TRUNCATE ON "accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_changes"();

CREATE TRIGGER "write_updates" AFTER UPDATE ON "applications"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_changes"('id');

CREATE TRIGGER "write_deletions" AFTER DELETE ON "applications"
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_changes"('id');

CREATE TRIGGER "write_truncation" AFTER TRUNCATE ON "applications"
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_changes"();

CREATE TRIGGER "write_updates" AFTER UPDATE ON "access_tokens"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_changes"('account_id');

CREATE TRIGGER "write_deletions" AFTER DELETE ON "access_tokens"
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_changes"('account_id');

CREATE TRIGGER "write_truncation" AFTER TRUNCATE ON "access_tokens"
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_changes"();
