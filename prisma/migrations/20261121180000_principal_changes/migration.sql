-- Who keeps principals in memory reads here what to forget: the id of an account or an application,
-- or `*` for everything. A transaction is known by its number of 64 bits; an account of the revision
-- named, or a later one, need not be forgotten.
CREATE TABLE "principal_changes" (
  "transaction_id" BIGINT NOT NULL,
  "id" TEXT NOT NULL,
  "revision" INTEGER,

  CONSTRAINT "principal_changes_pkey" PRIMARY KEY ("transaction_id", "id")
);

CREATE FUNCTION "write_principal_change"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  changed TEXT := '*';
  revised INTEGER;
BEGIN
  IF TG_LEVEL = 'ROW' THEN
    IF TG_TABLE_NAME = 'access_tokens' THEN
      changed := OLD."account_id";
    ELSE
      changed := OLD."id";
    END IF;
    IF TG_TABLE_NAME = 'accounts' AND TG_OP = 'UPDATE' THEN
      revised := NEW."revision";
    END IF;
  END IF;
  INSERT INTO "principal_changes" ("transaction_id", "id", "revision")
  VALUES (pg_current_xact_id()::text::bigint, changed, revised)
  ON CONFLICT ("transaction_id", "id") DO UPDATE SET "revision" = NULL;
  RETURN NULL;
END
$$;

-- Every change of an account has a revision of its own, whoever makes it.
CREATE FUNCTION "raise_revision"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW."revision" := OLD."revision" + 1;
  RETURN NEW;
END
$$;

CREATE TRIGGER "raise_revision" BEFORE UPDATE ON "accounts"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.* AND NEW."revision" <= OLD."revision")
  EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "write_update" AFTER UPDATE ON "accounts"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "write_principal_change"();

CREATE TRIGGER "write_deletion" AFTER DELETE ON "accounts"
  FOR EACH ROW EXECUTE FUNCTION "write_principal_change"();

CREATE TRIGGER "write_truncation" AFTER TRUNCATE ON "accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_change"();

CREATE TRIGGER "write_update" AFTER UPDATE ON "applications"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "write_principal_change"();

CREATE TRIGGER "write_deletion" AFTER DELETE ON "applications"
  FOR EACH ROW EXECUTE FUNCTION "write_principal_change"();

CREATE TRIGGER "write_truncation" AFTER TRUNCATE ON "applications"
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_change"();

CREATE TRIGGER "write_update" AFTER UPDATE ON "access_tokens"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "write_principal_change"();

-- What has expired is no principal any more, and is deleted in great numbers.
CREATE TRIGGER "write_deletion" AFTER DELETE ON "access_tokens"
  FOR EACH ROW WHEN ((OLD."expires_at" <= now()) IS NOT TRUE)
  EXECUTE FUNCTION "write_principal_change"();

CREATE TRIGGER "write_truncation" AFTER TRUNCATE ON "access_tokens"
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_change"();
