-- DropForeignKey
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_registered_by_id_fkey";

-- DropIndex
DROP INDEX "accounts_registered_by_id_idx";

-- AlterTable
ALTER TABLE "access_tokens" ADD COLUMN     "authorization_id" TEXT;

-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "require_pkce" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "grants" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,
    "scope" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authorizations" (
    "id" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "scope" TEXT[],
    "code_hash" BYTEA NOT NULL,
    "code_challenge" TEXT,
    "redirect_uri" TEXT,
    "redeemed_at" TIMESTAMPTZ(3),
    "refresh_hash" BYTEA,
    "previous_refresh_hash" BYTEA,
    "sealed_refresh_token" BYTEA,
    "refreshed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "authorizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "account_id" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "grants_application_id_idx" ON "grants"("application_id");

-- CreateIndex
CREATE UNIQUE INDEX "grants_account_id_application_id_key" ON "grants"("account_id", "application_id");

-- CreateIndex
CREATE UNIQUE INDEX "authorizations_code_hash_key" ON "authorizations"("code_hash");

-- CreateIndex
CREATE INDEX "authorizations_grant_id_idx" ON "authorizations"("grant_id");

-- CreateIndex
CREATE INDEX "authorizations_expires_at_idx" ON "authorizations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_hash_key" ON "sessions"("hash");

-- CreateIndex
CREATE INDEX "sessions_account_id_idx" ON "sessions"("account_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "access_tokens_authorization_id_idx" ON "access_tokens"("authorization_id");

-- CreateIndex
CREATE INDEX "access_tokens_expires_at_idx" ON "access_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_authorization_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "authorizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
