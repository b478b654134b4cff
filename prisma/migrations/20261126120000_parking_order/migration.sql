-- Numbers instead of times say which parked events an operator retries: a clock can be set back.
ALTER TABLE "parked_events" ADD COLUMN "parking" BIGSERIAL;
ALTER TABLE "event_subscriptions" ADD COLUMN "retry_up_to" BIGINT;
