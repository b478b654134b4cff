import { randomUUID } from 'node:crypto';
import { AccountsService } from '../../dist/accounts/accounts.service.js';
import { SessionsService } from '../../dist/access/sessions/sessions.service.js';
import { GrantsRepository } from '../../dist/access/credentials/grants.repository.js';
import { ApplicationsService } from '../../dist/applications/applications.service.js';
import { AuditTrail } from '../../dist/audit/audit-trail.js';
import { ExpiredRowsRepository } from '../../dist/database/purge/expired-rows.repository.js';
import { PrismaService } from '../../dist/database/prisma.service.js';
import { MaintenanceService } from '../../dist/operator/maintenance.service.js';
import { OperatorService } from '../../dist/operator/operator.service.js';
import { PrincipalsRepository } from '../../dist/principals/principals.repository.js';
import { byHost } from '../../dist/request/requester.js';
import { password } from './filling.js';

const day = 24 * 60 * 60_000;
const requester = { ...byHost, source: '198.51.100.7' };
const operatorRequester = { ...byHost, operator: 'grace' };

/** Returns the operations of a node by name, those of users first. Each can run repeatedly. */
export async function readOperations(app, client) {
  const get = (type) => app.get(type, { strict: false });
  const found = await findSamples(client);
  return {
    ...userOperations(get, found),
    ...accountSearches(get(OperatorService), found),
    ...auditSearches(get(OperatorService), found),
    ...operatorReads(get, found),
    ...purges(get(ExpiredRowsRepository)),
  };
}

/** Finds typical and extreme rows in the database. */
async function findSamples(client) {
  const one = async (sql) => (await client.query(sql)).rows[0];
  const { oldest } = await one('SELECT min(created_at) AS oldest FROM accounts');
  const { middle } = await one(
    `SELECT min(created_at) + (max(created_at) - min(created_at)) / 2 AS middle FROM accounts`,
  );
  const next = await one(
    `SELECT id, created_at, email, name FROM accounts WHERE created_at >= '${middle.toISOString()}' ORDER BY created_at, id LIMIT 1`,
  );
  // The account and the application with the most rows, and an application with few users.
  const { id: busiest } = await one(
    `SELECT account_id AS id FROM (SELECT account_id FROM audit_events ORDER BY at DESC LIMIT 100000) AS event
     GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  const { rows: applications } = await client.query(
    `SELECT application_id AS id FROM grants TABLESAMPLE SYSTEM (10) GROUP BY 1 ORDER BY count(*) DESC`,
  );
  const { owner } = await one(
    `SELECT owner_id AS owner FROM applications GROUP BY 1 HAVING count(*) = 100 LIMIT 1`,
  );
  const { owner_id: popularOwner } = await one(
    `SELECT owner_id FROM applications WHERE id = '${applications[0].id}'`,
  );
  const token = await one(`SELECT encode(hash, 'base64') AS hash FROM access_tokens LIMIT 1`);
  const { source } = await one(
    `SELECT source FROM audit_events WHERE source LIKE '10.%' ORDER BY at DESC LIMIT 1`,
  );
  return {
    middle: next,
    oldest,
    busiest,
    owner,
    popularOwner,
    source,
    token: Buffer.from(token.hash, 'base64').toString('base64url'),
    popular: applications[0].id,
    medium: applications[20].id,
    rare: applications.at(-1).id,
  };
}

function userOperations(get, { middle, token, busiest, owner }) {
  const accounts = get(AccountsService);
  const create = () => {
    const email = `${randomUUID()}@example.com`;
    return accounts.create({ name: 'Ada', email, password, language_code: 'en' }, byHost);
  };
  return {
    'a token is checked': () => get(PrincipalsRepository).find(token),
    'an account is read': () => accounts.get(middle.id),
    'a user signs in': () => accounts.authenticate(middle.email, password, requester),
    'a session begins': () =>
      get(SessionsService).begin(
        middle.id,
        { ...requester, accountId: middle.id },
        { userAgent: 'Firefox', source: '198.51.100.7', amr: ['pwd'] },
      ),
    'an account is created': create,
    'a name is changed': () =>
      accounts.update(middle.id, { name: randomUUID() }, { ...byHost, by: 'owner' }),
    'an email is changed': () =>
      accounts.update(
        middle.id,
        { email: `${randomUUID()}@example.com` },
        { ...byHost, by: 'owner' },
      ),
    'an account is deleted': async () => accounts.delete((await create()).id, byHost),
    'sessions of an account with 50': () => get(SessionsService).list(busiest),
    'applications of an account with 100': () => get(ApplicationsService).list(owner),
    'grants of an account': () => get(GrantsRepository).list(middle.id),
    'activity of an account with 200,000 events': () =>
      get(AuditTrail).list({ accountId: busiest, limit: 50 }),
  };
}

function accountSearches(operator, { middle, oldest, popular, medium, rare }) {
  const ago = (days) => new Date(Date.now() - days * day).toISOString();
  const number = middle.email.replaceAll(/\D/g, '');
  const name = middle.email.replace(/\d.*/, '');
  const find = (query) => () => operator.find(query, operatorRequester);
  const queries = {
    all: {},
    'an id': { id: middle.id },
    'an email': { email: middle.email },
    'the beginning of one email': { email_prefix: middle.email.slice(0, -4) },
    'the beginning of emails, about 1 in 100,000': { email_prefix: name + number.slice(0, 3) },
    'the beginning of emails, about 1 in 3,000': { email_prefix: `${name}${number.slice(0, 1)}` },
    'the beginning of emails, about 1 in 350': { email_prefix: name },
    'the beginning of emails, 1 in 5': { email_prefix: 'a' },
    'the beginning of a name, 1 in 350': { name_prefix: middle.name },
    'the beginning of a name, 1 in 5': { name_prefix: 'Ada' },
    'no name': { name_prefix: 'Zz' },
    'a client of one in 10,000': { client: 'kiosk' },
    'a frequent client': { client: 'web' },
    'an application of 1 in 3': { application: popular },
    'an application of some': { application: medium },
    'an application of few': { application: rare },
    'a day of creation': { created_from: ago(500).slice(0, 10), created_to: ago(499).slice(0, 10) },
    'a page in the middle': { before: middle.id },
    'a page near the end': { created_to: new Date(oldest.getTime() + day).toISOString() },
    'a page of 10,000': { limit: 10_000 },
    'no sign-in for 100 days': { last_sign_in_before: ago(100).slice(0, 10) },
    'no sign-in for 900 days': { last_sign_in_before: ago(900).slice(0, 10) },
    'never verified, all in the older half': { never_verified: true },
    'never verified and the beginning of emails, 1 in 350': {
      never_verified: true,
      email_prefix: name,
    },
    'never verified and a name that nobody has': { never_verified: true, name_prefix: 'Zz' },
    'a rare client and an application of few': { client: 'kiosk', application: rare },
  };
  return named('accounts by', queries, find);
}

function auditSearches(operator, { middle, busiest, popular, rare, owner, source }) {
  const ago = (days) => new Date(Date.now() - days * day).toISOString();
  const queries = {
    nothing: {},
    'an account': { account: middle.id },
    'an account with 200,000 events': { account: busiest },
    'such an account, a month of last year': { account: busiest, from: ago(330), to: ago(300) },
    'such an account and a rare event': { account: busiest, event: 'account.read' },
    'such an account and an event that it does not have': { account: busiest, event: 'key.rotate' },
    'such an account and an address that it does not have': { account: busiest, source },
    'a frequent event': { event: 'account.authenticate' },
    'a rare event': { event: 'account.read' },
    'an event that never happened': { event: 'key.rotate' },
    'a frequent operator': { operator: 'grace' },
    'a frequent operator and a frequent event, never together': {
      operator: 'grace',
      event: 'token.issue',
    },
    'an address': { source },
    'a frequent address': { source: '203.0.113.9' },
    'a frequent address and a frequent event, never together': {
      source: '203.0.113.9',
      event: 'account.update',
    },
    'a frequent address and an account': { source: '203.0.113.9', account: middle.id },
    'a user who changes others': { actor: owner },
    'an actor with 200,000 events': { actor: busiest },
    'a frequent application': { application: popular },
    'a rare application': { application: rare },
    'a frequent application and an actor': { application: popular, actor: busiest },
    'a day': { from: ago(200), to: ago(199) },
    'a day and a frequent event': { from: ago(200), to: ago(199), event: 'account.update' },
  };
  return named(
    'audit events by',
    queries,
    (query) => () => operator.auditEvents(query, operatorRequester),
  );
}

function operatorReads(get, { busiest, owner, rare, popularOwner }) {
  const operator = get(OperatorService);
  return {
    'an account with 200,000 events is shown': () => operator.show(busiest, operatorRequester),
    'sessions of such an account': () => operator.sessions(busiest, operatorRequester),
    'users that a suspension affects, of the most popular application': () =>
      operator.affectedUsers(popularOwner),
    applications: () => operator.applications({}, operatorRequester),
    'a page of 10,000 applications': () =>
      operator.applications({ limit: 10_000 }, operatorRequester),
    'applications of an owner of 100': () => operator.applications({ owner }, operatorRequester),
    'applications by the beginning of a name, all': () =>
      operator.applications({ name_prefix: 'engine' }, operatorRequester),
    'applications by the beginning of a name, 1 in 1,000': () =>
      operator.applications({ name_prefix: 'engine 777' }, operatorRequester),
    'an application': () => operator.application(rare, operatorRequester),
    'event subscriptions': () => get(MaintenanceService).subscriptions(),
    'deletions, first page': async () => {
      await get(AuditTrail).deletions(new Date(0)).next();
    },
    'whether an account exists': () => get(AccountsService).isEmpty(),
    'a health check': () => get(PrismaService).now(),
  };
}

/** One batch of each table that expires. */
function purges(rows) {
  return Object.fromEntries(
    rows.tables.map((table) => [
      `purge of ${table.expiring}, a batch`,
      () => rows.deleteBatch(table, 500),
    ]),
  );
}

function named(prefix, queries, work) {
  return Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [`${prefix} ${name}`, work(query)]),
  );
}
