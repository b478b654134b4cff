-- Sessions, grants and factors end with a password wherever it changes, also in an application that has no feature with
-- which they were made. These functions are for every application on one database.

-- Ends the sessions and authorizations of an account, except those of the caller.
CREATE FUNCTION "end_sign_ins"(account TEXT, kept_session TEXT, kept_authorization TEXT) RETURNS VOID
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "sessions" WHERE "account_id" = account AND "id" IS DISTINCT FROM kept_session;
  DELETE FROM "authorizations" AS issued USING "grants" AS granted
  WHERE issued."grant_id" = granted."id" AND granted."account_id" = account
    AND issued."id" IS DISTINCT FROM kept_authorization;
  PERFORM "begin_deletion"('grants', account);
END
$$;

-- Removes the factors of an account: all of them, or those that were added since a moment and are not trusted.
CREATE FUNCTION "end_factors"(account TEXT, since TIMESTAMPTZ) RETURNS VOID
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "authenticator_apps" WHERE "account_id" = account AND (since IS NULL
    OR "created_at" >= since AND LEAST("trusted_since", "created_at" + INTERVAL '7 days') > now());
  DELETE FROM "passkeys" WHERE "account_id" = account AND (since IS NULL
    OR "created_at" >= since AND LEAST("trusted_since", "created_at" + INTERVAL '7 days') > now());
  DELETE FROM "passkey_owners" WHERE "account_id" = account AND since IS NULL;
  DELETE FROM "recovery_codes" WHERE "account_id" = account AND (since IS NULL OR "created_at" >= since);
  DELETE FROM "factor_removals" WHERE "account_id" = account;
END
$$;

-- Whether an account has a second factor.
CREATE FUNCTION "has_factor"(account TEXT) RETURNS BOOLEAN
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (SELECT FROM "authenticator_apps" WHERE "account_id" = account)
    OR EXISTS (SELECT FROM "passkeys" WHERE "account_id" = account)
$$;
