import { createHash } from 'node:crypto';
import { newIdentifier } from '../../src/database/identifier.js';
import { exportedTables } from '../../src/export/exported-tables.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { toQueue } from '../../src/email-flows/mails/mail-request.js';
import { newClient, tokensFor } from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { assertDocumented, documentedAt } from '../hostile/openapi.js';
import { describeService, newEmail, password, someForms } from '../support/hosts/service.js';

/** The columns of the account that are exported as members of the API, and the omitted ones. */
const exportedAccount = {
  table: 'accounts',
  columns: `
    id name email pending_email first_email language_code phone notification_phone client
    grouped_email_notification email_frequency desktop_frequency push_frequency
    trending_email_frequency can_create_alert can_read_teammembers can_read_teamrequests
    can_read_quotastats subscribed_to_quota_exceeded created_at updated_at registered_by_id
    suspended_at suspension_reason`
    .trim()
    .split(/\s+/),
  without: {
    email_key: 'the email in the form in which it is compared',
    email_by_token: 'whether a token has set the email, for the mails to it',
    pending_email_key: 'the pending email in the form in which it is compared',
    mailbox_key: 'the email in the form in which it is compared',
    pending_mailbox_key: 'the pending email in the form in which it is compared',
    password_hash: 'a hash of a secret',
    revision: 'how often the account was changed',
    credentials_generation: 'how often the password was changed',
  },
};

/** The tables that are not exported, with the reason. */
const tablesWithoutExport = {
  passkey_owners: 'random bytes that passkeys have in place of the account',
  email_code_attempts: 'about the mail that a browser requested, for a day',
  event_queues: 'how many events wait; the events are exported',
  event_subscriptions: 'about the service',
  principal_changes: 'identifiers of what changed, for some minutes',
  purges: 'when tables were purged',
  resources: 'about the service',
  signing_keys: 'about the service',
  token_uses: 'exported with the tokens',
  sent_forms:
    'forms that a browser sent, for some minutes, under hashes of their contents or of its tokens',
  operator_sessions: 'about operators, who have no account',
  deletions: 'identifiers of what was deleted, for some minutes',
  _prisma_migrations: 'about the service',
};

describeService('GET /accounts/:id/export', (service) => {
  let person: Person;
  beforeEach(async () => {
    person = await newPerson(service());
  });
  const exported = () => service().as(person, 'get', '/accounts/me/export');
  const sum = (text: string) => createHash('sha256').update(text).digest();

  it('includes every member of the account, even those that no other response includes', async () => {
    await service()
      .update(person, {
        phone: '(202) 358-0001',
        default_notification_phone: { number: '+12023580002' },
      })
      .expect(200);
    const { body: read } = await service().as(person, 'get', '/accounts/me');
    const { status, body, headers } = await exported();
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.account).toEqual({
      ...read.account,
      phone: '(202) 358-0001',
      default_notification_phone: { number: '+12023580002' },
      client: null,
      registered_by: null,
    });
    expect(body.status).toEqual({
      email_verified_at: null,
      suspended_at: null,
      second_factor: false,
      suspension_reason: null,
    });
    expect(Object.keys(body)).toEqual([
      'exported_at',
      'account',
      'status',
      ...Object.keys(exportedTables),
    ]);
  });

  it('has only documented members, even with an email that the owner has not adopted', async () => {
    const { id, email: owned } = person.account;
    const phones = { phone: '1', default_notification_phone: { number: '+12023580002' } };
    await service().update(person, phones).expect(200);
    const email = newEmail();
    await service().prisma.account.update({
      where: { id },
      data: { pendingEmail: email, pendingEmailKey: email, pendingMailboxKey: email },
    });
    const { body, headers } = await exported();
    expect(body.account).toMatchObject({ ...phones, email, owner_email: owned });
    const { answers } = documentedAt('/api/accounts/me/export').get('GET')!;
    assertDocumented(answers.get(200)!, {
      status: 200,
      headers: new Map(Object.entries<string>(headers)),
      body: Buffer.from(JSON.stringify(body)),
      isLast: false,
    });
  });

  it('lists the data stored about the account, and nothing about another account', async () => {
    const { prisma } = service();
    const { id, email } = person.account;
    const other = await newPerson(service());
    const client = await newClient(service(), other);
    await tokensFor(service(), person, client);
    await service()
      .as(person, 'post', '/accounts')
      .set('Idempotency-Key', 'a-key')
      .send({
        name: 'Grace',
        email: `${newIdentifier()}@example.com`,
        password,
        language_code: 'en',
      })
      .expect(200);
    const at = new Date();
    const owned = { accountId: id, createdAt: at, expiresAt: at };
    await prisma.emailToken.create({
      data: { ...owned, hash: sum('link'), purpose: 'verification', emailDigest: 'digest' },
    });
    await prisma.verifiedEmail.create({
      data: {
        accountId: id,
        email: 'old@example.com',
        emailKey: 'old@example.com',
        verifiedAt: at,
        replacedAt: at,
      },
    });
    await prisma.eventSubscription.create({
      data: { name: newIdentifier(), type: 'mail.requested' },
    });
    const [{ name: subscription } = { name: '' }] = await prisma.eventSubscription.findMany();
    const event = { subscription, eventId: 'event', revision: 1, occurredAt: at };
    const reset = { kind: 'password-reset', sealed: 'sealed-part' };
    await prisma.eventDelivery.create({
      data: { ...event, type: 'mail.requested', accountId: toQueue(email), data: reset },
    });
    await prisma.parkedEvent.create({
      data: {
        ...event,
        sequence: Date.now(),
        type: 'account.updated',
        accountId: id,
        data: {},
        parkedAt: at,
        attempts: 3,
        lastError: 'refused',
      },
    });
    const { body } = await exported();
    expect(body).toMatchObject({
      verified_emails: [{ email: 'old@example.com', replaced_at: expect.any(String) }],
      applications: [{ id: person.applicationId }],
      tokens: expect.arrayContaining([
        expect.objectContaining({ kind: 'application', application_id: person.applicationId }),
        expect.objectContaining({ kind: 'oauth', application_id: client.id }),
      ]),
      grants: [{ application_id: client.id, application_name: expect.any(String) }],
      authorizations: [{ grant_id: body.grants[0].id }],
      sessions: [{ user_agent: expect.any(String), source: expect.stringContaining('127.0.0.1') }],
      idempotency_keys: [{ key: 'a-key' }],
      mail_links: [{ purpose: 'verification' }],
      waiting_events: [{ type: 'mail.requested', mail: 'password-reset' }],
      parked_events: [{ type: 'account.updated', attempts: 3, mail: null }],
    });
    expect(body.audit_events[0]).toMatchObject({ event: 'account.create', result: 'succeeded' });
    expect(body.audit_events.at(-1)).toMatchObject({
      event: 'account.export',
      source: expect.stringContaining('127.0.0.1'),
    });
    expect(body.sessions[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}\+00:00$/);
    expect(JSON.stringify(body)).not.toContain(other.account.id);
  });

  it('contains no secrets, hashes or encrypted data', async () => {
    const client = await newClient(service(), person);
    const tokens = await tokensFor(service(), person, client);
    const { body } = await exported();
    const text = JSON.stringify(body);
    const row = await service().prisma.account.findUniqueOrThrow({
      where: { id: person.account.id },
    });
    const secrets = [person.token, client.secret!, tokens.access_token, tokens.refresh_token];
    for (const secret of [password, row.passwordHash, ...secrets]) {
      expect(secret).toEqual(expect.stringMatching(/./));
      expect(text).not.toContain(secret);
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        expect(text).not.toContain(sum(secret).toString(form));
      }
    }
    expect(text).not.toMatch(/hash|sealed/);
  });

  it('exports every column of every table, unless a reason to omit it is listed', async () => {
    const columns = await service().prisma.$queryRaw<{ table: string; name: string }[]>`
      SELECT table_name AS table, column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema()`;
    const tables = Object.values(exportedTables);
    const decided = [exportedAccount, ...tables].flatMap(({ table, columns, without }) =>
      [...columns, ...Object.keys(without)].map((name) => `${table}.${name}`),
    );
    const asked = columns
      .filter(({ table }) => !(table in tablesWithoutExport))
      .map(({ table, name }) => `${table}.${name}`);
    expect(decided.sort()).toEqual(asked.sort());
  });

  it('requires an application’s own token, and is limited to its account', async () => {
    const client = await newClient(service(), person);
    const { access_token: token } = await tokensFor(service(), person, client);
    const { status, body } = await service().as({ token }, 'get', '/accounts/me/export');
    expect([status, body.error_description]).toEqual([
      403,
      'Use an access token of one of your own applications with full access, not a restricted one or one granted through OAuth.',
    ]);
    const other = await service().newCaller();
    for (const [id, expected] of [
      [other.account.id, 403],
      [newIdentifier(), 404],
    ] as const) {
      expect((await service().as(person, 'get', `/accounts/${id}/export`)).status).toBe(expected);
    }
  });

  it('can be downloaded in the console', async () => {
    const path = '/console/account/export';
    await person.browser.open(path);
    const sent = { 'User-Agent': 'Firefox/143.0 (X11)' };
    const { status, headers, html } = await person.browser.submit(path, {}, sent);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="account-${person.account.id}.json"`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    const body = JSON.parse(html);
    expect(body.account.email).toBe(person.account.email);
    const events = body.audit_events.filter((each: any) => each.event === 'account.export');
    expect(events).toMatchObject([{ result: 'succeeded', device: 'Firefox, Linux' }]);
  });
});

describeService(
  'Exports of an account',
  (service) => {
    it('are counted together in the API and the console', async () => {
      const person = await newPerson(service());
      const ask = () => service().as(person, 'get', '/accounts/me/export');
      expect((await ask()).status).toBe(200);
      const submit = async () => {
        await person.browser.open('/console/account/export');
        return person.browser.submit('/console/account/export');
      };
      expect((await submit()).status).toBe(200);
      expect((await ask()).status).toBe(429);
      expect((await submit()).status).toBe(429);
    });
  },
  { rateLimits: parseRateLimits('accounts.export=2/1d') },
  someForms,
);
