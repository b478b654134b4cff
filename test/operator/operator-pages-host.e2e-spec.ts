import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsOptionsError } from '../../src/options/accounts-options.error.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { operatorFeature } from '../../src/operator/index.js';
import { operatorPagesFeature } from '../../src/operator-pages/index.js';
import { byHost } from '../../src/request/requester.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { OperatorClient } from '../support/clients/operator-client.js';
import { errorsAbove, readNotice } from '../support/clients/page-reader.js';
import { leastOptions, newGuest, startHost } from '../support/hosts/guest.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { newEmail, someForms } from '../support/hosts/service.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

interface StaffRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

@Injectable()
class StaffGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<StaffRequest>().headers['x-staff'] !== undefined;
  }
}

const options = {
  guard: StaffGuard,
  identifyOperator: ({ headers }: StaffRequest) => headers['x-staff'],
};
const reason = 'Ticket 4711';
const adapter = someForms.includes('mounted in express') ? 'express' : 'fastify';

describe(`the operator pages of a host (${adapter})`, () => {
  let database: TestDatabase;
  let app: INestApplication;
  let url: string;
  let grace: OperatorClient;
  const mailboxes = new Mailboxes();
  beforeAll(async () => {
    database = await createTestDatabase();
    const accounts = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      publicUrl: 'https://accounts.example',
      mail: { transport: mailboxes, from: 'Accounts <accounts@accounts.example>' },
      brand: { name: 'Difference Engine', termsUrl: 'https://engine.example/terms' },
      mountPath: 'accounts',
      features: [
        consoleFeature,
        mailFeature,
        operatorFeature(options),
        operatorPagesFeature(options),
      ],
    });
    app = await startHost([accounts], [], adapter, (host) => void host.setGlobalPrefix('v1'));
    url = `${await app.getUrl()}/v1/accounts`.replace('[::1]', '127.0.0.1');
    grace = new OperatorClient(url, { 'x-staff': 'grace' });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const get = <T>(type: abstract new (...args: any[]) => T) => app.get(type, { strict: false });

  it.each(['', '/accounts', '/tokens', '/audit', '/assets/console.css'])(
    'are behind its guard: %s',
    async (path) => {
      const { status } = await new OperatorClient(url).go(path);
      expect(status).toBe(403);
    },
  );

  it('have no sign-in and no sign-out, and link relative to each page', async () => {
    const { account } = await newGuest(app, newEmail());
    const home = await grace.go('');
    expect(grace.at).toBe('/operator/pages/accounts');
    expect(home.html).not.toContain('sign-out');
    expect(home.html).toContain('<title>Accounts · Difference Engine: operators</title>');
    expect(home.html).toContain('href="https://engine.example/terms"');
    expect(home.html).toContain('<bdi class="email">grace</bdi>');
    expect(home.html).toContain(`href="./accounts/${account.id}"`);
    const { html } = await grace.go(`/accounts/${account.id}`);
    const [, sheet = ''] = /rel="stylesheet" href="([^"]*)"/.exec(html)!;
    expect(sheet).toMatch(/^\.\.\/assets\/console\.css\?v=[\w-]+$/);
    expect((await grace.go('/assets/console.css')).headers.get('content-type')).toMatch(/css/);
    expect((await grace.go('/sign-in')).status).toBe(404);
  });

  it('send mails and remove a factor, with the reason in the audit trail', async () => {
    const { account } = await newGuest(app, newEmail());
    const act = async (action: string) => {
      const path = `/accounts/${account.id}/${action}`;
      await grace.go(path);
      const { html } = await grace.send(path, { reason });
      return readNotice(html) ?? errorsAbove(html);
    };
    expect(await act('reset')).toBe('The mail will be sent.');
    await until(() => mailboxes.to(account.email).length === 1);
    const factors = get(FactorsService);
    const { setup, secret } = factors.begin(account);
    await factors.addFirst(account, setup, createAppCode(secret, 0), byHost);
    const show = async () => (await grace.go(`/accounts/${account.id}`)).html;
    await until(async () => (await show()).includes('first-proof'));
    expect(await show()).toContain('Authenticator app');
    expect(await show()).toContain('10 recovery codes');
    expect(await act('remove-factor')).toEqual(['Emails cannot be sent to this account.']);
    await get(PrismaService).verifiedEmail.create({
      data: {
        ...{ accountId: account.id, email: account.email, emailKey: account.email },
        verifiedAt: new Date(),
      } as never,
    });
    expect(await act('remove-factor')).toBe('The removal has started.');
    const events = await get(AuditTrail).list({ accountId: account.id, limit: 100 });
    for (const event of ['reset.start', 'removal.start']) {
      expect(events).toContainEqual(
        expect.objectContaining({ event, operator: 'grace', reason, channel: 'http' }),
      );
    }
  });

  it('require a form of the same browser', async () => {
    const { account } = await newGuest(app, newEmail());
    const path = `/accounts/${account.id}/delete`;
    await grace.go(path);
    const body = grace.fill(path, { reason });
    const stranger = new OperatorClient(url, { 'x-staff': 'grace' });
    const answer = await stranger.browser.send(`/operator/pages${path}`, { method: 'POST', body });
    expect(answer.status).toBe(403);
    expect((await grace.go(`/accounts/${account.id}`)).status).toBe(200);
  });

  it.each([
    ['no options', {}, 'guard must be a guard'],
    ['an unknown option', { ...options, guards: [] }, 'guards is unknown'],
  ])('do not start with %s', (_, given, problem) => {
    const create = () => operatorPagesFeature(given as never);
    expect(create).toThrow(AccountsOptionsError);
    expect(create).toThrow(`operatorPagesFeature cannot start: ${problem}`);
  });
});
