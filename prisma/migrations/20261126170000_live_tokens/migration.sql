-- Whether an access token still exists. A volatile function sees what was committed until it is called: in a statement
-- that has waited for the row of an account, also the end of a token meanwhile.
CREATE FUNCTION "is_live_token"(token_hash BYTEA) RETURNS BOOLEAN
LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM "access_tokens" WHERE "hash" = token_hash);
END
$$;
