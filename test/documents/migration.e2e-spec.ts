import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { byHost } from '../../src/request/requester.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import type { ImportInput } from '../../src/accounts/imports/account-imports.service.js';
import type { ImportResult } from '../../src/accounts/imports/import-result.js';
import { foreignVectors } from '../support/foreign-hashes.js';
import { startService, type TestService } from '../support/hosts/service.js';
import { hostPool } from '../support/servers/postgres.js';

const guide = readFileSync(
  new URL('docs/migration.md', import.meta.resolve('#package.json')),
  'utf8',
);

/** Returns the first code block of a section. */
function getCommands(section: string): string {
  const [, text = ''] = guide.split(`\n## ${section}\n`);
  return /```sh\n([^]*?)```/.exec(text)![1]!;
}

const getVector = (name: string) => foreignVectors.find(({ system }) => system === name)!;

/** The files that the other systems export. */
const firebase = getVector('Firebase');
const [, parameters, salt, key] = /^\$fbscrypt\$(.+)\$(.+)\$(.+)$/.exec(firebase.hash)!;
const [, signer] = /sk=(.+)/.exec(parameters!)!;
const keycloak = getVector('PBKDF2 of Keycloak').hash.split('$');
const argon2 = getVector('argon2id');
const [, , , costs, argon2Salt, argon2Key] = argon2.hash.split('$');
const [memory, iterations, parallelism] = costs!.split(',').map((cost) => cost.slice(2));

const credential = (secret: object, data: object) => ({
  ...{ id: 'c', type: 'password', createdDate: 1_500_000_000_000 },
  secretData: JSON.stringify(secret),
  credentialData: JSON.stringify(data),
});

const exported: Record<string, Record<string, unknown>> = {
  Auth0: {
    'auth0.ndjson': {
      _id: { $oid: '5dea9f9c82dd7c0e76e4ec93' },
      ...{ email_verified: true, email: 'auth0@example.com', tenant: 'example' },
      passwordHash: getVector('bcrypt $2b$').hash,
      connection: 'Username-Password-Authentication',
    },
  },
  Firebase: {
    'firebase.json': {
      users: [
        {
          ...{ localId: 'uid1', email: 'firebase@example.com', emailVerified: true },
          ...{ passwordHash: key, salt, displayName: 'Ada Lovelace', disabled: false },
          ...{ createdAt: '1500000000123', lastSignedInAt: '1500000000123', providerUserInfo: [] },
        },
        { localId: 'uid2', phoneNumber: '+12023580001', createdAt: '1500000000123' },
      ],
    },
  },
  Cognito: {
    'cognito.json': {
      Users: [
        {
          Username: 'ada',
          Attributes: [
            { Name: 'sub', Value: 'f5a1' },
            { Name: 'email', Value: 'cognito@example.com' },
            { Name: 'email_verified', Value: 'true' },
          ],
          UserCreateDate: '2017-07-14T04:40:00.123000+02:00',
          ...{ Enabled: false, UserStatus: 'CONFIRMED' },
        },
      ],
    },
  },
  Keycloak: {
    'keycloak/myrealm-users-0.json': {
      realm: 'myrealm',
      users: [
        {
          ...{ id: 'k1', createdTimestamp: 1_500_000_000_123, username: 'ada', enabled: true },
          ...{ email: 'keycloak@example.com', emailVerified: true, firstName: 'Ada' },
          credentials: [
            credential(
              { value: keycloak[4], salt: keycloak[3], additionalParameters: {} },
              { hashIterations: 27_500, algorithm: 'pbkdf2-sha256', additionalParameters: {} },
            ),
          ],
        },
        {
          ...{ id: 'k2', createdTimestamp: 1_500_000_000_123, username: 'grace', enabled: true },
          ...{ email: 'argon2@example.com', emailVerified: false },
          credentials: [
            credential(
              { value: `${argon2Key}=`, salt: `${argon2Salt}=`, additionalParameters: {} },
              {
                ...{ hashIterations: Number(iterations), algorithm: 'argon2' },
                additionalParameters: {
                  ...{ hashLength: ['32'], memory: [memory], type: ['id'], version: ['1.3'] },
                  parallelism: [parallelism],
                },
              },
            ),
          ],
        },
        {
          id: 'k3',
          createdTimestamp: 1_500_000_000_123,
          username: 'service-account',
          enabled: true,
        },
      ],
    },
  },
  WordPress: {
    'wordpress.json': [
      {
        ...{ ID: 1, user_email: 'wordpress@example.com', display_name: 'admin' },
        ...{ user_registered: '2017-07-14 02:40:00', user_pass: getVector('WordPress 6.8').hash },
      },
    ],
  },
};

/** The tables that the SQL of the guide reads. */
const tables: Record<string, string> = {
  Devise: `CREATE TABLE users (id INT, email TEXT, encrypted_password TEXT, created_at TIMESTAMP,
      confirmed_at TIMESTAMP, locked_at TIMESTAMP);
    INSERT INTO users VALUES (1, 'devise@example.com', '${getVector('bcrypt $2a$').hash}',
      '2017-07-14 02:40:00', '2017-07-15', NULL)`,
  Django: `CREATE TABLE auth_user (id INT, password TEXT, username TEXT, first_name TEXT, last_name TEXT, email TEXT,
      is_active BOOLEAN, date_joined TIMESTAMPTZ);
    INSERT INTO auth_user VALUES
      (1, '${getVector('PBKDF2 of Django').hash}', 'ada', 'Ada', '', 'django@example.com', TRUE, '2017-07-14 02:40:00Z'),
      (2, 'argon2${getVector('argon2 of Django').hash}', 'bo', '', '', 'bo@example.com', TRUE, '2017-07-14 02:40:00Z'),
      (3, 'bcrypt$${getVector('bcrypt $2b$').hash}', 'cy', '', '', 'cy@example.com', TRUE, '2017-07-14 02:40:00Z'),
      (4, '!unusable', 'di', '', '', 'di@example.com', FALSE, '2017-07-14 02:40:00Z')`,
  'Better Auth': `CREATE TABLE "user" (id TEXT, name TEXT, email TEXT, "emailVerified" BOOLEAN, "createdAt" TIMESTAMP);
    CREATE TABLE account ("userId" TEXT, "providerId" TEXT, password TEXT);
    INSERT INTO "user" VALUES ('u1', '', 'better@example.com', TRUE, '2017-07-14 02:40:00');
    INSERT INTO account VALUES ('u1', 'github', NULL), ('u1', 'credential', '${getVector('Better Auth').hash}')`,
  Supabase: `CREATE SCHEMA auth; CREATE TABLE auth.users (id UUID, email TEXT, phone TEXT, raw_user_meta_data JSONB,
      created_at TIMESTAMPTZ, email_confirmed_at TIMESTAMPTZ, banned_until TIMESTAMPTZ, deleted_at TIMESTAMPTZ,
      encrypted_password TEXT);
    INSERT INTO auth.users VALUES ('7b9ffc25-0f3b-4a6c-8f0e-3f6d6f4f8a01', 'supabase@example.com', NULL, '{"name": "Ada"}',
      '2017-07-14 02:40:00Z', '2017-07-15Z', NULL, NULL, '${getVector('Firebase in Supabase').hash}')`,
};

const passwords: Record<string, [email: string, system: string][]> = {
  Auth0: [['auth0@example.com', 'bcrypt $2b$']],
  Firebase: [['firebase@example.com', 'Firebase']],
  Cognito: [],
  Keycloak: [
    ['keycloak@example.com', 'PBKDF2 of Keycloak'],
    ['argon2@example.com', 'argon2id'],
  ],
  Devise: [['devise@example.com', 'bcrypt $2a$']],
  Django: [
    ['django@example.com', 'PBKDF2 of Django'],
    ['bo@example.com', 'argon2 of Django'],
    ['cy@example.com', 'bcrypt $2b$'],
  ],
  'Better Auth': [['better@example.com', 'Better Auth']],
  Supabase: [['supabase@example.com', 'Firebase in Supabase']],
  WordPress: [['wordpress@example.com', 'WordPress 6.8']],
};

function isInstalled(): boolean {
  const found = spawnSync('jq', ['--version']).status === 0;
  if (!found) console.warn('jq is not on PATH: the conversions in the migration guide are skipped');
  return found;
}

describe('The migration guide', () => {
  let service: TestService;
  let accounts: AccountsService;
  let pool: Pool;
  let folder: string;
  beforeAll(async () => {
    service = await startService();
    accounts = service.app.get(AccountsService, { strict: false });
    pool = hostPool({ connectionString: service.databaseUrl });
    folder = mkdtempSync(join(tmpdir(), 'nest-accounts-migration-'));
    mkdirSync(join(folder, 'keycloak'));
  });
  afterAll(async () => {
    await pool.end();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** Imports the rows that the commands of a section wrote. */
  async function importRows(rows: readonly ImportInput[], section: string): Promise<void> {
    const results: ImportResult[] = [];
    await accounts.import(rows, byHost, { report: (result) => results.push(result) });
    expect(
      results.map(({ status, external_id, reasons }) => [status, external_id, reasons]),
    ).toEqual(rows.map(() => ['created', expect.stringMatching(/./), []]));
    expect(rows).not.toEqual([]);
    for (const { id } of results) {
      const account = await accounts.get(id!);
      if (section !== 'Auth0') {
        expect(account.createdAt.toISOString()).toMatch(/^2017-07-14T02:40:00\.(000|123)Z$/);
      }
    }
    for (const [email, system] of passwords[section]!) {
      const { password } = getVector(system);
      const byOwner = { ...byHost, source: '192.0.2.1' };
      expect((await accounts.authenticate(email, password, byOwner)).status).toBe('authenticated');
    }
  }

  const withJq = isInstalled() ? it : it.skip;

  withJq.each(Object.entries(exported))('converts a file of %s', async (section, files) => {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), JSON.stringify(content));
    }
    const [jq] = /^jq [^]*?> users\.ndjson$/m.exec(getCommands(section))!;
    const env = { PATH: process.env.PATH, SIGNER_KEY: signer, SALT_SEPARATOR: 'Bw==' };
    const { status, stderr } = spawnSync('sh', ['-c', jq], { cwd: folder, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = readFileSync(join(folder, 'users.ndjson'), 'utf8').trimEnd().split('\n');
    await importRows(
      lines.map((line) => JSON.parse(line) as ImportInput),
      section,
    );
  });

  it.each(Object.entries(tables))('reads the tables of %s', async (section, sql) => {
    const client = await pool.connect();
    await client.query(`CREATE SCHEMA other; SET search_path TO other; ${sql}`);
    await client.query(`SET TIME ZONE '${section === 'Better Auth' ? 'UTC' : 'Asia/Tokyo'}'`);
    const [, quoted] = /psql [^"]*"[^"]*" -At -c "([^]*?)" > users\.ndjson$/m.exec(
      getCommands(section),
    )!;
    // The shell removes these backslashes.
    const statement = quoted!.replaceAll(/\\(["$])/g, '$1');
    const { rows } = await client.query<{ json_build_object: ImportInput }>(statement);
    await client.query('SET search_path TO public; DROP SCHEMA other CASCADE');
    client.release(true);
    await importRows(
      rows.map((each) => each.json_build_object),
      section,
    );
  });

  it('has a section for each of nine systems, with the command that imports its users', () => {
    const sections = Object.keys(passwords);
    expect(sections).toHaveLength(9);
    for (const section of sections) {
      expect(getCommands(section)).toMatch(
        /^npm run --silent cli -- account import users\.ndjson --results ids\.ndjson$/m,
      );
    }
  });
});
