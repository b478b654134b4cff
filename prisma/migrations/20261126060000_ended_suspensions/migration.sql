-- The suspensions of accounts that have ended: refresh tokens of their applications do not expire in them.
CREATE TABLE "suspensions" (
  "account_id" TEXT NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "suspensions_pkey" PRIMARY KEY ("account_id", "started_at"),
  CONSTRAINT "suspensions_account_id_fkey" FOREIGN KEY ("account_id")
    REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A suspension also changes the principals of other accounts, whose tokens the applications of this one have.
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
$$;
