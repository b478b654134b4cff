CREATE TABLE "authenticator_apps" (
    "account_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_step" BIGINT NOT NULL,

    CONSTRAINT "authenticator_apps_pkey" PRIMARY KEY ("account_id")
);

CREATE TABLE "recovery_codes" (
    "account_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("account_id", "hash")
);

ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_account_id_fkey"
  FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_account_id_fkey"
  FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
