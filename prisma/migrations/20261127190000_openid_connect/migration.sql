-- How and when a user authenticated, for ID tokens; and the authorizations that end with their session.
ALTER TABLE "sessions" ADD COLUMN "amr" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "authorizations"
  ADD COLUMN "nonce" TEXT,
  ADD COLUMN "auth_time" TIMESTAMPTZ(3),
  ADD COLUMN "amr" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "sid" TEXT,
  ADD COLUMN "session_id" TEXT;
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_session_id_fkey"
  FOREIGN KEY ("session_id") REFERENCES "sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "authorizations_session_id_idx" ON "authorizations" ("session_id");

ALTER TABLE "applications" ADD COLUMN "post_logout_redirect_uris" TEXT[] NOT NULL DEFAULT '{}';

CREATE TABLE "signing_keys" (
  "id" TEXT NOT NULL,
  "generation" INTEGER NOT NULL,
  "public_key" JSONB NOT NULL,
  "sealed" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "active_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "signing_keys_generation_key" ON "signing_keys" ("generation");

-- The end of a session, for subscribers. It has the same name as in ID tokens, which does not reveal its id.
CREATE FUNCTION "write_session_event"() RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  IF EXISTS (SELECT FROM "accounts" WHERE "id" = OLD."account_id") THEN
    PERFORM "write_account_event"('session.ended', OLD."account_id", NULL,
      jsonb_build_object('sid', left(encode(sha256(convert_to(OLD."id", 'UTF8')), 'hex'), 32)));
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER "write_event_of_end" AFTER DELETE ON "sessions"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ("has_event_subscriptions"())
  EXECUTE FUNCTION "write_session_event"();
