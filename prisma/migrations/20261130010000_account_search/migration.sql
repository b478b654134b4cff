-- Operators search accounts by the beginning of an email or a name. In most collations, only the pattern operators find
-- a beginning in an index.
CREATE INDEX "accounts_email_prefix_idx" ON "accounts" ("email_key" text_pattern_ops);
CREATE INDEX "accounts_pending_email_prefix_idx" ON "accounts" ("pending_email_key" text_pattern_ops)
  WHERE "pending_email_key" IS NOT NULL;
CREATE INDEX "accounts_name_prefix_idx" ON "accounts" (lower("name") text_pattern_ops);

CREATE TABLE "account_sign_ins" (
  "account_id" TEXT NOT NULL,
  "signed_in_on" DATE NOT NULL,

  CONSTRAINT "account_sign_ins_pkey" PRIMARY KEY ("account_id")
);

ALTER TABLE "account_sign_ins" ADD CONSTRAINT "account_sign_ins_account_id_fkey"
  FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Otherwise the accounts that signed in before would seem unused.
INSERT INTO "account_sign_ins" ("account_id", "signed_in_on")
SELECT "account_id", (max(COALESCE("last_at", "at")) AT TIME ZONE 'UTC')::date
FROM "audit_events" WHERE "event" = 'account.authenticate' AND "result" = 'succeeded'
  AND EXISTS (SELECT FROM "accounts" WHERE "id" = "account_id")
GROUP BY "account_id";
