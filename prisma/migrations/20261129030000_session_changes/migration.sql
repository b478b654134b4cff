-- Nodes cache the sessions of requests to a host's routes. The function writes the accounts of ended rows that had not
-- expired, tokens or sessions.
CREATE TRIGGER "write_deletion" AFTER DELETE ON "sessions" REFERENCING OLD TABLE AS "ended"
  FOR EACH STATEMENT EXECUTE FUNCTION "write_ended_tokens"();
-- The extension of a session in use, which happens every minute, changes nothing that a cache must not serve.
CREATE TRIGGER "write_update" AFTER UPDATE ON "sessions"
  FOR EACH ROW WHEN (
    (OLD."hash", OLD."account_id", OLD."confirmed_at", OLD."amr")
      IS DISTINCT FROM (NEW."hash", NEW."account_id", NEW."confirmed_at", NEW."amr")
    OR NEW."expires_at" < OLD."expires_at"
  )
  EXECUTE FUNCTION "write_principal_change"('sessions');
CREATE TRIGGER "write_truncation" AFTER TRUNCATE ON "sessions"
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_change"();
