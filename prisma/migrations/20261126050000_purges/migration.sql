-- When the expired rows of each table were last deleted.
CREATE TABLE "purges" (
  "name" TEXT NOT NULL,
  "succeeded_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "purges_pkey" PRIMARY KEY ("name")
);

-- The parked events whose subscription has no such type any more, without a scan of the others.
CREATE INDEX "parked_events_subscription_type_sequence_idx"
  ON "parked_events" ("subscription", "type", "sequence");

-- The remaining addresses of a deleted account, without its events whose address is already gone.
CREATE INDEX "audit_events_account_id_at_idx" ON "audit_events" ("account_id", "at")
  WHERE "source" IS NOT NULL;
