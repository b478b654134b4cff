-- An import says in its transaction that it inserts new accounts: `silent`, or `events` if subscribers receive them.
CREATE OR REPLACE FUNCTION "has_event_subscriptions"() RETURNS BOOLEAN
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN current_setting('nest_accounts.import', true) IS DISTINCT FROM 'silent'
    AND EXISTS (SELECT FROM "event_subscriptions");
END
$$;

-- A new account has left no address. PostgreSQL keeps the plan of the function for a session, and its plan for an empty
-- table would scan the whole table for each of the many rows that follow.
CREATE OR REPLACE TRIGGER "forget_left_emails" AFTER INSERT ON "verified_emails"
  FOR EACH ROW WHEN (COALESCE(current_setting('nest_accounts.import', true), '') = '')
  EXECUTE FUNCTION "forget_left_emails"();
