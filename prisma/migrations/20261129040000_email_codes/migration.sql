-- Mails that a browser requests also contain a code, which stands for their link in that browser.
ALTER TABLE "email_tokens" ADD COLUMN "code_request" BYTEA;
CREATE UNIQUE INDEX "email_tokens_code_request_key" ON "email_tokens" ("code_request");

CREATE TABLE "email_code_attempts" (
  "request" BYTEA NOT NULL,
  "attempts" INTEGER NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "email_code_attempts_pkey" PRIMARY KEY ("request")
);
CREATE INDEX "email_code_attempts_expires_at_idx" ON "email_code_attempts" ("expires_at");
