SELECT pg_catalog.set_config('search_path', '', false);
CREATE TYPE public.token_kind AS ENUM (
    'application',
    'oauth'
);
CREATE TABLE public._prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.access_tokens (
    hash bytea NOT NULL,
    kind public.token_kind NOT NULL,
    application_id text NOT NULL,
    account_id text NOT NULL,
    scope text[],
    sealed bytea,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone
);
CREATE TABLE public.accounts (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    language_code text NOT NULL,
    phone text,
    notification_phone text,
    client text,
    grouped_email_notification boolean DEFAULT false NOT NULL,
    email_frequency text DEFAULT 'daily'::text NOT NULL,
    desktop_frequency text DEFAULT 'hourly'::text NOT NULL,
    push_frequency text DEFAULT 'hourly'::text NOT NULL,
    trending_email_frequency text DEFAULT 'occasionally'::text NOT NULL,
    can_create_alert boolean DEFAULT true NOT NULL,
    can_read_teammembers boolean DEFAULT true NOT NULL,
    can_read_teamrequests boolean DEFAULT true NOT NULL,
    can_read_quotastats boolean DEFAULT true NOT NULL,
    subscribed_to_quota_exceeded boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    password_hash text NOT NULL,
    credentials_generation integer DEFAULT 1 NOT NULL,
    registered_by_id text
);
CREATE TABLE public.applications (
    id text NOT NULL,
    owner_id text NOT NULL,
    name text NOT NULL,
    client_secret_hash bytea,
    redirect_uris text[],
    api_version text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
INSERT INTO public._prisma_migrations VALUES ('73472ccb-a245-4406-9887-b41254a6664c', '5c06cbb5b4c86efc1aff219e0442237054ace8ea4e94a3b699aa105679b9e7d1', '2026-11-25 21:32:39.651138+00', '20261121000000_accounts', NULL, NULL, '2026-11-25 21:32:39.56002+00', 1);
INSERT INTO public.access_tokens VALUES ('\x649688327bab480837af8eee70556402d317a80b3cfddf0b993695ec4bfcfa5e', 'application', 'qtuFq7mH2ztm9oPaFcTa0nMt', 'UM2O56siAnGhebItucnbnCyW', '{account:read,account:write}', '\x00f37f35a8ac57cc79d4ad04cc05e410ee247aa193788838c5a69d75278a444359f04b56b23a8d591a02a803e24eb739977bf458790d38cebb8433d09027ab5f8be1fb3357a51626266c2f70aa7725509ef124843e98e472cb6d1b9efa1ef03c6b54974e68b20d66e2d32756f7689fbb6194', '2026-11-25 21:32:54.491+00', NULL);
INSERT INTO public.accounts VALUES ('UM2O56siAnGhebItucnbnCyW', 'Ada Lovelace', 'Ada@Example.com', 'ada@example.com', 'en', NULL, NULL, NULL, false, 'daily', 'hourly', 'hourly', 'occasionally', true, true, true, true, true, '2026-11-25 21:32:42.783+00', '2026-11-25 21:32:42.783+00', 1, '$argon2id$v=19$m=19456,t=2,p=1$Wxv8aKOh/3Uy9X3kON5Mng$5ODbf7BB+Nf1O2lN9Fsok/pUnZt5E+OQOXOIxlYwhsE', 1, NULL);
INSERT INTO public.applications VALUES ('qtuFq7mH2ztm9oPaFcTa0nMt', 'UM2O56siAnGhebItucnbnCyW', 'Engine', '\x2593c7077af4e661090cfb0bc9e9f5e3ccf82388814dfa99df6917cdd569e113', '{https://app.example/callback}', '1.21', '2026-11-25 21:32:54.491+00', '2026-11-25 21:32:54.491+00');
ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.applications
    ADD CONSTRAINT applications_pkey PRIMARY KEY (id);
CREATE INDEX access_tokens_account_id_idx ON public.access_tokens USING btree (account_id);
CREATE INDEX access_tokens_application_id_idx ON public.access_tokens USING btree (application_id);
CREATE UNIQUE INDEX accounts_email_key_key ON public.accounts USING btree (email_key);
CREATE INDEX accounts_registered_by_id_idx ON public.accounts USING btree (registered_by_id);
CREATE INDEX applications_owner_id_idx ON public.applications USING btree (owner_id);
ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.applications(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_registered_by_id_fkey FOREIGN KEY (registered_by_id) REFERENCES public.applications(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE ONLY public.applications
    ADD CONSTRAINT applications_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.accounts(id) ON UPDATE CASCADE ON DELETE CASCADE;
