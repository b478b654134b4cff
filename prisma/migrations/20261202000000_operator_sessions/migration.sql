-- The sessions of operators who have signed in to the operator pages.
CREATE TABLE "operator_sessions" (
  "hash" BYTEA NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "operator_sessions_pkey" PRIMARY KEY ("hash")
);

CREATE INDEX "operator_sessions_expires_at_idx" ON "operator_sessions" ("expires_at");
