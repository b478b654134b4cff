CREATE TABLE "idempotency_keys" (
  "owner_id" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "claim" TEXT NOT NULL,
  "fingerprint" BYTEA NOT NULL,
  "account_id" TEXT,
  "answer" TEXT,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("owner_id", "key")
);

CREATE INDEX "idempotency_keys_account_id_idx" ON "idempotency_keys"("account_id");
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_fkey"
  FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
