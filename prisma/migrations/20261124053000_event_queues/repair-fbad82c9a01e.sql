-- This text had no index for old parked events.
CREATE INDEX "parked_events_parked_at_idx" ON "parked_events" ("parked_at");
