-- CreateEnum
CREATE TYPE "token_kind" AS ENUM ('application', 'oauth');

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "language_code" TEXT NOT NULL,
    "phone" TEXT,
    "notification_phone" TEXT,
    "client" TEXT,
    "grouped_email_notification" BOOLEAN NOT NULL DEFAULT false,
    "email_frequency" TEXT NOT NULL DEFAULT 'daily',
    "desktop_frequency" TEXT NOT NULL DEFAULT 'hourly',
    "push_frequency" TEXT NOT NULL DEFAULT 'hourly',
    "trending_email_frequency" TEXT NOT NULL DEFAULT 'occasionally',
    "can_create_alert" BOOLEAN NOT NULL DEFAULT true,
    "can_read_teammembers" BOOLEAN NOT NULL DEFAULT true,
    "can_read_teamrequests" BOOLEAN NOT NULL DEFAULT true,
    "can_read_quotastats" BOOLEAN NOT NULL DEFAULT true,
    "subscribed_to_quota_exceeded" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "password_hash" TEXT NOT NULL,
    "credentials_generation" INTEGER NOT NULL DEFAULT 1,
    "registered_by_id" TEXT,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "applications" (
    "id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "client_secret_hash" BYTEA,
    "redirect_uris" TEXT[],
    "api_version" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "applications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "hash" BYTEA NOT NULL,
    "kind" "token_kind" NOT NULL,
    "application_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "scope" TEXT[],
    "sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key_key" ON "accounts"("email_key");

-- CreateIndex
CREATE INDEX "accounts_registered_by_id_idx" ON "accounts"("registered_by_id");

-- CreateIndex
CREATE INDEX "applications_owner_id_idx" ON "applications"("owner_id");

-- CreateIndex
CREATE INDEX "access_tokens_application_id_idx" ON "access_tokens"("application_id");

-- CreateIndex
CREATE INDEX "access_tokens_account_id_idx" ON "access_tokens"("account_id");

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_registered_by_id_fkey" FOREIGN KEY ("registered_by_id") REFERENCES "applications"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "applications" ADD CONSTRAINT "applications_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
