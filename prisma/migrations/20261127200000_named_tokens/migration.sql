-- Additional tokens of an application, each with a name, a scope, an expiry and its last day of use. A node of the
-- previous release gives a restricted one no more than its scope, because it does not know the kind.
ALTER TYPE "token_kind" ADD VALUE 'restricted' BEFORE 'oauth';
ALTER TABLE "access_tokens" ADD COLUMN "id" TEXT, ADD COLUMN "name" TEXT;
CREATE UNIQUE INDEX "access_tokens_application_id_id_key" ON "access_tokens" ("application_id", "id")
  WHERE "id" IS NOT NULL;

CREATE TABLE "token_uses" (
  "hash" BYTEA NOT NULL,
  "used_on" DATE NOT NULL,
  CONSTRAINT "token_uses_pkey" PRIMARY KEY ("hash"),
  CONSTRAINT "token_uses_hash_fkey" FOREIGN KEY ("hash") REFERENCES "access_tokens" ("hash")
    ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE FUNCTION "limit_named_tokens"() RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
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
$$;
CREATE TRIGGER "limit_named_tokens" BEFORE INSERT ON "access_tokens"
  FOR EACH ROW WHEN (NEW."id" IS NOT NULL)
  EXECUTE FUNCTION "limit_named_tokens"();
