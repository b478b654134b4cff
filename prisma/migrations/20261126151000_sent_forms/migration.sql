-- Forms that a browser has sent, with the responses to them, for a browser that sends one again.
CREATE TABLE "sent_forms" (
  "hash" BYTEA NOT NULL,
  "sealed" TEXT,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sent_forms_pkey" PRIMARY KEY ("hash")
);

CREATE INDEX "sent_forms_expires_at_idx" ON "sent_forms" ("expires_at");
