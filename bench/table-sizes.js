/** Prints the bytes per row of each table, including indexes: `node table-sizes.js` (after `npm run build`). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../dist/embedded-postgres/embedded-postgres.js';
import { migrate } from '../dist/database/migrations.js';
import { withClient } from './database.js';
import { passkeyColumns, sealed, sum, userAgent } from './row-values.js';

const rows = 50_000;

// 24-character identifiers and typical texts.
const id = `substr(md5(random()::text) || md5(i::text), 1, 24)`;
const email = `'ada.lovelace' || i || '@example.com'`;
const now = `now() - random() * INTERVAL '30 days'`;
const hash = `'$argon2id$v=19$m=19456,t=2,p=1$' || substr(md5(i::text), 1, 22) || '$' || substr(md5(random()::text) || md5(random()::text), 1, 43)`;
const event = {
  sequence: 'i',
  subscription: `'billing'`,
  event_id: 'gen_random_uuid()::text',
  type: `'account.updated'`,
  account_id: id,
  revision: 'i % 9 + 1',
  data: `'{"members":["name"]}'::jsonb`,
  occurred_at: now,
};

const columns = {
  accounts: {
    id,
    name: `'Ada Lovelace'`,
    email,
    email_key: email,
    mailbox_key: email,
    language_code: `'en'`,
    created_at: now,
    updated_at: now,
    password_hash: hash,
    registered_by_id: id,
  },
  applications: {
    id,
    owner_id: id,
    name: `'Difference Engine'`,
    client_secret_hash: sum,
    redirect_uris: `ARRAY['https://engine.example/callback']`,
    api_version: `'1.21'`,
    created_at: now,
    updated_at: now,
  },
  application_uses: {
    application_id: id,
    used_on: `current_date`,
  },
  client_secret_uses: {
    application_id: id,
    secret_hash: sum,
    used_on: `current_date`,
  },
  access_tokens: {
    hash: sum,
    kind: `'application'::token_kind`,
    application_id: id,
    account_id: id,
    scope: `ARRAY['account:read', 'account:write']`,
    sealed,
    created_at: now,
  },
  token_uses: {
    hash: sum,
    used_on: `current_date`,
  },
  grants: {
    id,
    account_id: id,
    application_id: id,
    scope: `ARRAY['account:read', 'account:write']`,
    created_at: now,
  },
  authorizations: {
    id,
    grant_id: id,
    scope: `ARRAY['account:read', 'account:write']`,
    code_hash: sum,
    code_challenge: `encode(${sum}, 'base64')`,
    redirect_uri: `'https://engine.example/callback'`,
    redeemed_at: now,
    refresh_hash: sum,
    previous_refresh_hash: sum,
    sealed_refresh_token: sealed,
    refreshed_at: now,
    created_at: now,
    expires_at: now,
  },
  sessions: {
    id,
    hash: sum,
    account_id: id,
    user_agent: userAgent,
    source: `'192.0.2.' || i % 256`,
    created_at: now,
    last_seen_at: now,
    expires_at: now,
  },
  authenticator_apps: {
    account_id: id,
    sealed: `substr(${sealed}, 1, 60)`,
    created_at: now,
    last_step: '58000000 + i',
  },
  passkeys: {
    id,
    account_id: id,
    ...passkeyColumns,
    name: `'Chrome on Android ' || i`,
    created_at: now,
    last_used_at: now,
    challenged_at: now,
  },
  passkey_owners: { account_id: id, user_handle: sum },
  factor_removals: { account_id: id, operator: `'grace'`, requested_at: now, due_at: now },
  recovery_codes: { account_id: id, hash: sum, created_at: now },
  idempotency_keys: {
    owner_id: id,
    key: 'gen_random_uuid()::text',
    claim: id,
    fingerprint: `(${sum} || ${sum})`,
    account_id: id,
    answer: `repeat(md5(random()::text), 18)`,
    expires_at: now,
  },
  audit_events: {
    id,
    at: now,
    event: `'account.update'`,
    result: `'succeeded'`,
    account_id: id,
    actor_id: id,
    client_id: id,
    channel: `'http'`,
    source: `'192.0.2.' || i % 256`,
    request_id: 'gen_random_uuid()::text',
    members: `ARRAY['name']`,
    last_at: now,
  },
  suspensions: { account_id: id, started_at: now, ended_at: now },
  account_sign_ins: { account_id: id, signed_in_on: `current_date` },
  verified_emails: {
    ...{ account_id: id, email, email_key: email, mailbox_key: email },
    verified_at: now,
  },
  email_tokens: {
    hash: sum,
    purpose: `'verification'`,
    account_id: id,
    email_digest: `encode(${sum}, 'base64')`,
    sealed,
    code_request: sum,
    created_at: now,
    expires_at: now,
  },
  email_code_attempts: { request: sum, attempts: '1', expires_at: now },
  resources: {
    identifier: `'https://invoices' || i || '.example.com/'`,
    name: `'Invoices'`,
    scopes: `json_build_object('invoices:read', 'View your invoices')`,
    clients: `ARRAY[${id}]`,
    created_at: now,
  },
  signing_keys: {
    id: `encode(${sum}, 'base64')`,
    generation: 'i',
    public_key: `jsonb_build_object('n', repeat('x', 342))`,
    sealed: `decode(repeat('78', 1700), 'hex')`,
    created_at: now,
    active_at: now,
  },
  sent_forms: { hash: sum, sealed: `repeat('x', 600)`, expires_at: now },
  operator_sessions: { hash: sum, token_hash: sum, expires_at: now },
  event_queues: { subscription: `'billing'`, account_id: id, due_at: now },
  event_deliveries: event,
  parked_events: {
    ...event,
    parked_at: now,
    attempts: '12',
    last_error: `'The receiver said 500.'`,
  },
  event_subscriptions: { name: `'billing' || i`, type: `'account.deleted'` },
  principal_changes: { transaction_id: 'i', id, revision: '1' },
  deletions: { table: `'accounts'`, id, deleted_at: now },
  purges: { name: id, succeeded_at: now },
};

const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-sizes-'));
const embedded = await EmbeddedPostgres.start(folder);
try {
  await migrate({ url: embedded.url });
  await withClient(embedded.url, async (client) => {
    // Disables foreign keys and triggers. Neither uses space.
    await client.query('SET session_replication_role = replica');
    for (const [table, values] of Object.entries(columns)) {
      await client.query(
        `INSERT INTO ${table} (${Object.keys(values)
          .map((name) => `"${name}"`)
          .join(', ')}) OVERRIDING SYSTEM VALUE
         SELECT ${Object.values(values).join(', ')} FROM generate_series(1, ${rows}) AS i`,
      );
      await client.query(`VACUUM ANALYZE ${table}`);
      const { rows: sizes } = await client.query(
        'SELECT pg_total_relation_size($1::regclass)::int8 / $2::int AS bytes',
        [table, rows],
      );
      console.log(`${table}: ${sizes[0].bytes}`);
    }
  });
} finally {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
