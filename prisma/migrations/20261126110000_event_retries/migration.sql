-- An operator's retry of very many parked events takes longer than a request, and is finished in the background.
ALTER TABLE "event_subscriptions" ADD COLUMN "retry_before" TIMESTAMPTZ(3);
