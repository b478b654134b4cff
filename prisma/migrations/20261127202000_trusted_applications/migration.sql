-- Applications that an operator trusts, and the scope that their grants include without the consent of the user.
ALTER TABLE "applications" ADD COLUMN "trusted" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "grants" ADD COLUMN "trusted_scope" TEXT[] NOT NULL DEFAULT '{}';

-- The operator has trusted these redirect URIs, of this owner. Any other change of them also ends the trust, for example
-- by a node of an earlier release.
CREATE FUNCTION "end_trust"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW."trusted" := false;
  RETURN NEW;
END
$$;
CREATE TRIGGER "end_trust" BEFORE UPDATE ON "applications"
  FOR EACH ROW WHEN (NEW."trusted" AND (
    NEW."redirect_uris" IS DISTINCT FROM OLD."redirect_uris"
    OR NEW."owner_id" IS DISTINCT FROM OLD."owner_id"
    OR (NEW."client_secret_hash" IS NULL) IS DISTINCT FROM (OLD."client_secret_hash" IS NULL)))
  EXECUTE FUNCTION "end_trust"();
