import { getMigrations } from 'better-auth/db/migration';
import { hashToken, newAccessToken } from '../dist/principals/access-token.js';
import { emailKeys } from '../dist/accounts/emails/email-key.js';
import { newIdentifier } from '../dist/database/identifier.js';
import { PasswordHasher } from '../dist/access/passwords/password-hasher.js';
import { randomText } from '../dist/database/random-text.js';
import { TokenSeal } from '../dist/access/sealing/token-seal.js';
import { migrate } from '../dist/database/migrations.js';
import { createCookie } from './contenders/better-auth.cookie.js';
import { betterAuthOptions, betterAuthSchema } from './contenders/better-auth.options.js';
import { withClient } from './database.js';

/** The secret that seals tokens and signs cookies in this run. */
export const secret = 'a secret of the benchmark that everybody knows';

/** The password of all accounts. */
export const password = 'correct horse 7';

const batchSize = 5_000;

/**
 * Fills a new database with accounts, each with an application and a token. Returns an even sample of the accounts with
 * their tokens in plain text.
 *
 * @param most the maximum size of the sample
 */
export async function seedAccounts(url, count, most = 20_000) {
  await migrate({ url });
  const seal = new TokenSeal([secret]);
  const passwordHash = await new PasswordHasher().hash(password);
  const people = [];
  const every = Math.ceil(count / most);
  await withClient(url, async (client) => {
    // Disables foreign key checks, because each batch also inserts the referenced rows.
    await client.query('SET session_replication_role = replica');
    for (let from = 0; from < count; from += batchSize) {
      const batch = Array.from({ length: Math.min(batchSize, count - from) }, (_, index) =>
        newPerson(from + index, seal),
      );
      await insertAccounts(client, batch, passwordHash);
      for (const [index, { email, name, token }] of batch.entries()) {
        if ((from + index) % every === 0) people.push({ email, name, token });
      }
    }
    await settle(client);
  });
  return people;
}

function newPerson(number, seal) {
  const token = newAccessToken();
  const applicationId = newIdentifier();
  const email = `person${number}@example.com`;
  return {
    accountId: newIdentifier(),
    applicationId,
    name: 'Ada Lovelace',
    email,
    ...emailKeys(email),
    token,
    hash: Buffer.from(hashToken(token)),
    sealed: Buffer.from(seal.seal(token, applicationId)),
  };
}

async function insertAccounts(client, batch, passwordHash) {
  const column = (name) => batch.map((person) => person[name]);
  await client.query(
    `INSERT INTO accounts (id, name, email, email_key, mailbox_key, password_hash, language_code, created_at, updated_at)
     SELECT *, $6, 'en', now(), now() FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])`,
    [...['accountId', 'name', 'email', 'emailKey', 'mailboxKey'].map(column), passwordHash],
  );
  await client.query(
    `INSERT INTO applications (id, owner_id, name, redirect_uris, api_version, created_at, updated_at)
     SELECT *, 'Client', '{}', '1.21', now(), now() FROM unnest($1::text[], $2::text[])`,
    ['applicationId', 'accountId'].map(column),
  );
  await client.query(
    `INSERT INTO access_tokens (hash, application_id, account_id, sealed, kind, scope, created_at)
     SELECT *, 'application', '{account:read,account:write}', now()
     FROM unnest($1::bytea[], $2::text[], $3::text[], $4::bytea[])`,
    ['hash', 'applicationId', 'accountId', 'sealed'].map(column),
  );
}

/** Gives the same people a Better Auth account, a session and its cookie. */
export async function seedBetterAuth(url, people) {
  await withClient(url, (client) => client.query(`CREATE SCHEMA ${betterAuthSchema}`));
  const options = betterAuthOptions({ url, secret });
  await (await getMigrations(options)).runMigrations();
  await options.database.end();
  const passwordHash = await new PasswordHasher().hash(password);
  await withClient(url, async (client) => {
    await client.query(`SET search_path = ${betterAuthSchema}`);
    await client.query('SET session_replication_role = replica');
    for (let from = 0; from < people.length; from += batchSize) {
      const batch = people.slice(from, from + batchSize);
      const sessions = batch.map(() => randomText(32));
      await insertUsers(client, batch, sessions, passwordHash);
      batch.forEach((person, index) => (person.cookie = createCookie(sessions[index], secret)));
    }
    await settle(client);
  });
}

async function insertUsers(client, batch, sessions, passwordHash) {
  const ids = batch.map(() => randomText(32));
  await client.query(
    `INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
     SELECT *, false, now(), now() FROM unnest($1::text[], $2::text[], $3::text[])`,
    [ids, batch.map(({ name }) => name), batch.map(({ email }) => email)],
  );
  await client.query(
    `INSERT INTO account (id, "accountId", "userId", password, "providerId", "createdAt", "updatedAt")
     SELECT id, id, id, $2, 'credential', now(), now() FROM unnest($1::text[]) AS id`,
    [ids, passwordHash],
  );
  await client.query(
    `INSERT INTO session (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
     SELECT *, now() + interval '7 days', now(), now() FROM unnest($1::text[], $2::text[], $3::text[])`,
    [batch.map(() => randomText(32)), ids, sessions],
  );
}

/** Runs maintenance that the server would otherwise run during the measurement. */
async function settle(client) {
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}
