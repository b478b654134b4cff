-- APIs with their own scopes (RFC 8707), and the resource that an authorization and its tokens are for. Null stands for
-- the account API.
CREATE TABLE "resources" (
  "identifier" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "scopes" JSON NOT NULL,
  "clients" TEXT[] NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "resources_pkey" PRIMARY KEY ("identifier")
);
ALTER TABLE "authorizations" ADD COLUMN "resource" TEXT;
ALTER TABLE "access_tokens" ADD COLUMN "resource" TEXT;

-- Nodes cache the whole list.
CREATE TRIGGER "write_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "resources"
  FOR EACH STATEMENT EXECUTE FUNCTION "write_principal_change"();
