import { PasswordHasher } from '../../dist/access/passwords/password-hasher.js';
import { passkeyColumns, sealed, sum, userAgent } from '../row-values.js';

/** The password of all accounts. */
export const password = 'correct horse 7';

/** The rows of one INSERT statement, so that progress shows and a transaction stays small. */
const batchSize = 1_000_000;

/** SQL for the id of the row with this number. The ids are spread like random ones. */
const toId = (kind, number) =>
  `translate(substr(encode(sha256(('${kind}' || ${number})::bytea), 'base64'), 1, 24), '+/', 'xy')`;
const account = (number) => toId('account', number);
const application = (number) => toId('application', number);

const firstNames =
  'Ada Grace Alan Edsger Barbara Donald Margaret Dennis Frances Ken Radia Linus Karen Niklaus Jean John Hedy Claude Joan Tim';
const lastNames =
  'Lovelace Hopper Turing Dijkstra Liskov Knuth Hamilton Ritchie Allen Thompson Perlman Jones Wirth Bartik Shannon Lamarr Clarke Berners';
/** SQL for a word of the list. The first words are the most frequent. */
const word = (list) => {
  const words = list.split(' ');
  const quoted = words.map((each) => `'${each}'`).join(', ');
  return `(ARRAY[${quoted}])[1 + floor(${words.length} * random() ^ 2)::int]`;
};

/** The rows that have expired and wait for the purge, for each table with such rows. */
const expired = 10_000;

/**
 * The number of rows of each table and SQL for their columns, in a database of this many accounts.
 *
 * - The higher the number of an account, the newer it is. Only the older half has accounts that never verified an
 *   email (one in fifty), so that a search for them has to pass the newer half.
 * - Every third account has authorized application 1. The others have few users, the first ones the most.
 * - Account 1 has 200,000 audit events and the maximum of 50 sessions. Account 20 owns 100 applications.
 */
function contents({ accounts, events, passwordHash }) {
  const ago = (share, days) => `now() - (${share}) * INTERVAL '${days} days'`;
  const soon = (days) => `now() + random() * INTERVAL '${days} days'`;
  const applications = Math.ceil(accounts / 20);
  const tokens = { hash: sum, scope: `'{account:read,account:write}'::text[]` };
  const person = `SELECT i, ${word(firstNames)} AS first, ${word(lastNames)} AS last`;
  return [
    {
      table: 'accounts',
      rows: accounts,
      from: (series) =>
        `(SELECT *, lower(first || '.' || last) || i || '@example.' || (ARRAY['com', 'org', 'net'])[1 + i % 3] AS email
          FROM (${person} FROM ${series}) AS person) AS person`,
      columns: {
        id: account('i'),
        name: `first || ' ' || last`,
        email: 'email',
        email_key: 'email',
        mailbox_key: 'email',
        language_code: `(ARRAY['en', 'fr', 'de', 'ja'])[1 + i % 4]`,
        client: `CASE WHEN i % 10000 = 0 THEN 'kiosk' WHEN i % 10 < 7 THEN 'web' ELSE 'mobile' END`,
        created_at: ago(`(${accounts} - i) / ${accounts}.0`, 1_000),
        updated_at: ago('random()', 30),
        password_hash: `'${passwordHash}'`,
        suspended_at: `CASE WHEN i % 1000 = 7 THEN ${ago('random()', 30)} END`,
      },
    },
    {
      table: 'account_sign_ins',
      rows: accounts,
      where: 'i % 10 < 7',
      columns: {
        account_id: account('i'),
        signed_in_on: `current_date - floor(1000 * random() ^ 3 * (${accounts} - i) / ${accounts})::int`,
      },
    },
    {
      table: 'verified_emails',
      from: () => `(SELECT row_number() OVER () AS i, id, email FROM accounts) AS account`,
      where: `NOT EXISTS (
        SELECT FROM generate_series(50, ${accounts} / 2, 50) AS n WHERE ${account('n')} = id)`,
      columns: {
        account_id: 'id',
        email: 'email',
        email_key: 'email',
        mailbox_key: 'email',
        verified_at: ago('random()', 900),
      },
    },
    {
      table: 'applications',
      rows: applications + 99,
      columns: {
        id: application('i'),
        owner_id: account(`(CASE WHEN i <= ${applications} THEN i ELSE 1 END) * 20`),
        name: `'Engine ' || i % 1000`,
        client_secret_hash: sum,
        redirect_uris: `ARRAY['https://engine.example/callback']`,
        api_version: `'1.21'`,
        created_at: ago('random()', 900),
        updated_at: ago('random()', 30),
      },
    },
    {
      table: 'application_uses',
      rows: applications,
      columns: { application_id: application('i'), used_on: 'current_date' },
    },
    {
      table: 'access_tokens',
      rows: applications,
      columns: {
        ...tokens,
        kind: `'application'::token_kind`,
        application_id: application('i'),
        account_id: account('i * 20'),
        sealed,
        created_at: ago('random()', 900),
      },
    },
    {
      table: 'grants',
      rows: accounts,
      where: 'i % 3 = 0',
      columns: {
        id: toId('grant', 'i'),
        account_id: account('i'),
        application_id: application('1'),
        scope: tokens.scope,
        created_at: ago('random()', 300),
      },
    },
    {
      table: 'grants',
      rows: accounts,
      where: 'i % 10 = 0',
      columns: {
        id: toId('other grant', 'i'),
        account_id: account('i'),
        application_id: application(`2 + floor(${applications - 2} * random() ^ 4)::bigint`),
        scope: tokens.scope,
        created_at: ago('random()', 300),
      },
    },
    {
      table: 'authorizations',
      rows: Math.ceil(accounts / 10),
      where: 'i * 30 % 3 = 0',
      columns: {
        id: toId('authorization', 'i'),
        grant_id: toId('grant', 'i * 3'),
        scope: tokens.scope,
        code_hash: sum,
        redirect_uri: `'https://engine.example/callback'`,
        redeemed_at: ago('random()', 30),
        refresh_hash: sum,
        sealed_refresh_token: sealed,
        refreshed_at: ago('random()', 30),
        created_at: ago('random()', 60),
        expires_at: `CASE WHEN i <= ${expired} THEN now() - INTERVAL '1 hour' ELSE ${soon(90)} END`,
      },
    },
    {
      table: 'access_tokens',
      rows: Math.ceil(accounts / 10),
      columns: {
        ...tokens,
        kind: `'oauth'::token_kind`,
        application_id: application('1'),
        account_id: account('i * 3'),
        authorization_id: toId('authorization', 'i'),
        created_at: 'now()',
        expires_at: `CASE WHEN i <= ${expired} THEN now() - INTERVAL '1 hour' ELSE now() + (1 + random()) * INTERVAL '1 hour' END`,
      },
    },
    {
      table: 'sessions',
      rows: accounts,
      where: `i % 5 < 2 OR i <= 50 OR i <= ${expired}`,
      columns: {
        id: toId('session', 'i'),
        hash: sum,
        account_id: `CASE WHEN i <= 50 THEN ${account('1')} ELSE ${account('i')} END`,
        user_agent: userAgent,
        source: `'192.0.2.' || i % 256`,
        created_at: ago('random()', 30),
        last_seen_at: ago('random()', 5),
        expires_at: `CASE WHEN i BETWEEN 51 AND ${expired + 50} THEN now() - INTERVAL '1 hour' ELSE ${soon(30)} END`,
      },
    },
    {
      table: 'passkeys',
      rows: Math.ceil(accounts / 20),
      columns: {
        id: toId('passkey', 'i'),
        account_id: account('i * 20'),
        ...passkeyColumns,
        name: `'Chrome on Android'`,
        created_at: ago('random()', 300),
        challenged_at: ago('random()', 30),
      },
    },
    {
      table: 'passkey_owners',
      rows: Math.ceil(accounts / 20),
      columns: { account_id: account('i * 20'), user_handle: sum },
    },
    {
      table: 'authenticator_apps',
      rows: Math.ceil(accounts / 25),
      columns: {
        account_id: account('i * 25'),
        sealed: `substr(${sealed}, 1, 60)`,
        created_at: ago('random()', 300),
        last_step: '58000000 + i',
      },
    },
    {
      table: 'recovery_codes',
      rows: Math.ceil(accounts / 5),
      columns: { account_id: account('1 + i / 10 * 50'), hash: sum, created_at: 'now()' },
    },
    {
      table: 'idempotency_keys',
      rows: Math.max(2 * expired, Math.ceil(accounts / 1_000)),
      columns: {
        owner_id: account('i'),
        key: 'gen_random_uuid()::text',
        claim: toId('claim', 'i'),
        fingerprint: `(${sum} || ${sum})`,
        account_id: account('i'),
        answer: `repeat(md5(random()::text), 18)`,
        expires_at: `CASE WHEN i <= ${expired} THEN now() - INTERVAL '1 hour' ELSE ${soon(1)} END`,
      },
    },
    {
      table: 'email_tokens',
      rows: Math.max(2 * expired, Math.ceil(accounts / 1_000)),
      columns: {
        hash: sum,
        purpose: `'verification'`,
        account_id: account('i'),
        email_digest: `encode(${sum}, 'base64')`,
        created_at: 'now()',
        expires_at: `CASE WHEN i <= ${expired} THEN now() - INTERVAL '1 hour' ELSE ${soon(1)} END`,
      },
    },
    {
      table: 'suspensions',
      rows: Math.ceil(accounts / 1_000),
      columns: {
        account_id: account('i * 1000'),
        started_at: ago('1', 60),
        ended_at: ago('1', 50),
      },
    },
    auditEvents(accounts, events, applications, ago),
  ];
}

/**
 * The latest events are of today, the first ones a year old; some are older and have expired. Events older than 90 days
 * have lost their source, except some that wait for the purge. One event in a thousand is an operator's.
 */
function auditEvents(accounts, events, applications, ago) {
  const ofAccount1 = Math.max(2, Math.floor(events / 200_000));
  const age = `(${events} - i) / ${events}.0`;
  const kind = (...cases) =>
    `CASE ${cases.map(([below, value]) => `WHEN kind < ${below} THEN ${value}`).join(' ')} END`;
  return {
    table: 'audit_events',
    rows: events,
    from: (series) =>
      `(SELECT i, floor(1000 * random())::int AS kind,
          CASE WHEN i % ${ofAccount1} = 0 THEN 1 ELSE 1 + floor(${accounts} * random())::bigint END AS number,
          1 + floor(${applications} * random() ^ 4)::bigint AS client
        FROM ${series}) AS event`,
    columns: {
      id: toId('event', 'i'),
      at: `CASE WHEN i <= ${expired} THEN ${ago('1', 500)} ELSE ${ago(age, 360)} END`,
      event: kind(
        [600, `'account.authenticate'`],
        [750, `'account.update'`],
        [900, `'token.issue'`],
        [940, `'mail.sent'`],
        [980, `'session.end'`],
        [998, `'account.create'`],
        [999, `'account.delete'`],
        [1_000, `'account.read'`],
      ),
      result: `CASE WHEN kind BETWEEN 500 AND 599 THEN 'password_wrong' ELSE 'succeeded' END`,
      account_id: `CASE WHEN kind = 998 THEN ${toId('deleted', 'i')} ELSE ${account('number')} END`,
      application_id: `CASE WHEN kind BETWEEN 750 AND 899 THEN ${application('client')} END`,
      actor_id: `CASE WHEN kind < 500 OR kind BETWEEN 600 AND 979 THEN ${account('number')}
        WHEN kind BETWEEN 980 AND 997 THEN ${account('20 * client')} END`,
      client_id: `CASE WHEN kind BETWEEN 600 AND 899 OR kind BETWEEN 980 AND 997 THEN ${application('client')} END`,
      channel: `CASE WHEN kind = 999 THEN 'cli' ELSE 'http' END`,
      source: `CASE WHEN kind <> 999 AND (i > ${events} * 0.75 OR i BETWEEN ${events} * 0.7 AND ${events} * 0.7 + ${expired})
        THEN CASE WHEN kind BETWEEN 500 AND 599 THEN '203.0.113.9'
          ELSE '10.' || number % 256 || '.' || number / 256 % 256 || '.' || number / 65536 % 256 END END`,
      request_id: 'gen_random_uuid()::text',
      members: `CASE WHEN kind BETWEEN 600 AND 749 THEN '{name}'::text[] WHEN kind BETWEEN 900 AND 939 THEN '{notice}' ELSE '{}' END`,
      last_at: `CASE WHEN i <= ${expired} THEN ${ago('1', 500)} ELSE ${ago(age, 360)} END`,
      operator: `CASE WHEN kind = 999 THEN (ARRAY['grace', 'grace', 'grace', 'audrey'])[1 + i % 4] END`,
    },
  };
}

/** Fills a migrated, empty database with `accounts` accounts, their rows and `events` audit events. */
export async function fill(client, { accounts, events, report }) {
  const passwordHash = await new PasswordHasher().hash(password);
  // Disables triggers and foreign keys.
  await client.query(`SET session_replication_role = replica`);
  await client.query(`SET synchronous_commit = off`);
  await client.query(`SET maintenance_work_mem = '1GB'`);
  const tables = contents({ accounts, events, passwordHash });
  const indexes = await dropIndexes(
    client,
    tables.map(({ table }) => table),
  );
  for (const each of tables) {
    await fillTable(client, each);
    report(`${each.table} filled`);
  }
  for (const index of indexes) await client.query(index);
  report('indexes built');
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}

async function fillTable(
  client,
  { table, rows, columns, where = 'true', from = (series) => series },
) {
  const names = Object.keys(columns).join(', ');
  const values = Object.values(columns).join(', ');
  for (let first = 1; first <= (rows ?? 1); first += batchSize) {
    const last = Math.min(first + batchSize - 1, rows ?? 1);
    await client.query(
      `INSERT INTO ${table} (${names}) SELECT ${values}
       FROM ${from(`generate_series(${first}::bigint, ${last}) AS i`)} WHERE ${where}`,
    );
  }
}

/** Building an index at the end takes a fraction of the time. Returns the statements that build them again. */
async function dropIndexes(client, tables) {
  const { rows } = await client.query(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = ANY ($1::text[]::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
