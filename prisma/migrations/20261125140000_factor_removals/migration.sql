CREATE TABLE "factor_removals" (
    "account_id" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "factor_removals_pkey" PRIMARY KEY ("account_id")
);

CREATE INDEX "factor_removals_due_at_idx" ON "factor_removals"("due_at");

ALTER TABLE "factor_removals" ADD CONSTRAINT "factor_removals_account_id_fkey"
  FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
