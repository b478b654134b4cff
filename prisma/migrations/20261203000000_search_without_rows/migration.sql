-- A search by the beginning of an email or name finds the newest accounts with the index alone. Building the indexes
-- blocks changes of accounts, so on a large database, an operator builds them before the upgrade
-- (docs/procedures.md#large-indexes). The columns of an expression are not in its index, so the name is included.
CREATE INDEX IF NOT EXISTS "accounts_email_search_idx"
  ON "accounts" ("email_key" text_pattern_ops) INCLUDE ("created_at", "id");
CREATE INDEX IF NOT EXISTS "accounts_name_search_idx"
  ON "accounts" (lower("name") text_pattern_ops) INCLUDE ("name", "created_at", "id");

-- A failed CREATE INDEX CONCURRENTLY leaves an invalid index with the name.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT indexrelid::regclass FROM pg_index
    WHERE NOT indisvalid AND indexrelid IN (
      to_regclass('"accounts_email_search_idx"'), to_regclass('"accounts_name_search_idx"')
    )
  LOOP
    RAISE EXCEPTION 'The index % is invalid. Drop it, and build it again.', name;
  END LOOP;
END;
$$;

DROP INDEX "accounts_email_prefix_idx";
DROP INDEX "accounts_name_prefix_idx";
