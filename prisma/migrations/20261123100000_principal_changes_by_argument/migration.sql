-- What a trigger stands on it is told: the table may have another name where PostgreSQL spreads it
-- over servers, as the shards of Citus have.
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
  INSERT INTO "principal_changes" ("transaction_id", "id", "revision")
  VALUES (pg_current_xact_id()::text::bigint, changed, revised)
  ON CONFLICT ("transaction_id", "id") DO UPDATE SET "revision" = NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "write_update" AFTER UPDATE ON "accounts"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "write_principal_change"('accounts');

CREATE OR REPLACE TRIGGER "write_deletion" AFTER DELETE ON "accounts"
  FOR EACH ROW EXECUTE FUNCTION "write_principal_change"('accounts');

CREATE OR REPLACE TRIGGER "write_update" AFTER UPDATE ON "applications"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "write_principal_change"('applications');

CREATE OR REPLACE TRIGGER "write_deletion" AFTER DELETE ON "applications"
  FOR EACH ROW EXECUTE FUNCTION "write_principal_change"('applications');

CREATE OR REPLACE TRIGGER "write_update" AFTER UPDATE ON "access_tokens"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "write_principal_change"('access_tokens');

-- What has expired is no principal any more, and is deleted in great numbers.
CREATE OR REPLACE TRIGGER "write_deletion" AFTER DELETE ON "access_tokens"
  FOR EACH ROW WHEN ((OLD."expires_at" <= now()) IS NOT TRUE)
  EXECUTE FUNCTION "write_principal_change"('access_tokens');
