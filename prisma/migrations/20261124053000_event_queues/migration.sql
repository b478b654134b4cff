-- The events of one account that wait for one subscription, as one row: a worker finds an account that is due
-- by an index, however many events wait and however many accounts wait for another attempt.
CREATE TABLE "event_queues" (
  "subscription" TEXT NOT NULL,
  "account_id" TEXT NOT NULL,
  "waiting" INTEGER NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "event_queues_pkey" PRIMARY KEY ("subscription", "account_id"),
  CONSTRAINT "event_queues_subscription_fkey" FOREIGN KEY ("subscription")
    REFERENCES "event_subscriptions" ("name") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "event_queues_subscription_due_at_idx" ON "event_queues" ("subscription", "due_at");

INSERT INTO "event_queues" ("subscription", "account_id", "waiting", "due_at")
SELECT "subscription", "account_id", count(*), now() FROM "event_deliveries"
WHERE "parked_at" IS NULL GROUP BY "subscription", "account_id";

DROP INDEX "event_deliveries_subscription_sequence_idx";
-- Read by nodes of the previous release alone, which a rolling update has beside those of this one.
ALTER TABLE "event_deliveries" ALTER COLUMN "due_at" SET DEFAULT now();

-- The row of the queue is locked before the sequence number is drawn, so that the numbers of one account are
-- in the order of the commits.
CREATE OR REPLACE FUNCTION "write_account_event"(
  type TEXT, account_id TEXT, revision INTEGER, data JSONB
) RETURNS VOID LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH event AS MATERIALIZED (SELECT gen_random_uuid()::text AS id, clock_timestamp() AS at),
  queue AS (
    INSERT INTO "event_queues" AS earlier ("subscription", "account_id", "waiting", "due_at")
    SELECT "name", $2, 1, event.at FROM "event_subscriptions", event
    WHERE $1 = ANY("types") AND "seen_at" > now() - INTERVAL '3 days' ORDER BY "name"
    ON CONFLICT ("subscription", "account_id") DO UPDATE SET "waiting" = earlier."waiting" + 1
    RETURNING earlier."subscription"
  )
  INSERT INTO "event_deliveries"
    ("subscription", "event_id", "type", "account_id", "revision", "data", "occurred_at", "give_up_at")
  SELECT queue."subscription", event.id, $1, $2, $3, $4, event.at, event.at + INTERVAL '3 days'
  FROM queue, event
$$;
