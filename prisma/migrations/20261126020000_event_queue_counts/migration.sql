-- A queue is deleted when no event waits in it, not when a counter says so. Nodes of the release before still delete a
-- queue whose "waiting" is 0, and set it to 0 where they have found the queue empty and no event has changed it
-- since. So the number never comes near 0 by itself, and each event changes it; a later release drops the column.
ALTER TABLE "event_queues" ALTER COLUMN "waiting" SET DEFAULT 1000000;

CREATE OR REPLACE FUNCTION "write_account_event"(
  type TEXT, account TEXT, revision INTEGER, data JSONB
) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  event TEXT := gen_random_uuid();
  moment TIMESTAMPTZ := clock_timestamp();
  subscriptions TEXT[];
BEGIN
  -- The rows of the queues stay locked until the commit: transactions that have events of one account commit one
  -- after the other, and the events are numbered in that order. The update also gives the row a new version, which
  -- stops a worker that is about to delete the queue because it was empty.
  WITH queue AS (
    INSERT INTO "event_queues" AS earlier ("subscription", "account_id", "due_at")
    SELECT "name", $2, moment FROM "event_subscriptions" AS each
    WHERE each."type" = $1 AND "seen_at" > now() - INTERVAL '3 days' ORDER BY "name"
    ON CONFLICT ("subscription", "account_id")
      DO UPDATE SET "waiting" = earlier."waiting" % 1000000 + 1000001
    RETURNING earlier."subscription"
  )
  SELECT array_agg("subscription") INTO subscriptions FROM queue;
  IF subscriptions IS NULL THEN
    RETURN;
  END IF;

  -- Another statement, which sees the revision that a transaction before this one has committed.
  INSERT INTO "event_deliveries"
    ("subscription", "event_id", "type", "account_id", "revision", "data", "occurred_at")
  SELECT name, event, $1, $2,
    COALESCE($3, (SELECT "accounts"."revision" FROM "accounts" WHERE "id" = $2)), $4, moment
  FROM unnest(subscriptions) AS name;
END
$$;
