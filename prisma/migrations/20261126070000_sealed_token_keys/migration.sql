-- The fingerprint of the secret key that sealed an application's own token. Tokens that an earlier release has sealed
-- have none until `key reseal` records it.
ALTER TABLE "access_tokens" ADD COLUMN "sealed_by" TEXT;

-- Counts the tokens of a key without opening them.
CREATE INDEX "access_tokens_sealed_by_idx" ON "access_tokens" ("sealed_by") WHERE "sealed" IS NOT NULL;
