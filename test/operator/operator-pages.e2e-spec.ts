import { AuditTrail } from '../../src/audit/audit-trail.js';
import type { AuditEventName } from '../../src/audit/audit-event.js';
import { operatorPages } from '../../src/operator-pages/operator-pages.feature.js';
import { listPaths } from '../../src/http/urls/mounted-controller.js';
import { ManagementServer } from '../../src/service/management/management.server.js';
import { OperatorSignInController } from '../../src/service/management/operator-sign-in.controller.js';
import { OperatorClient } from '../support/clients/operator-client.js';
import {
  errorsAbove,
  errorsBeside,
  readNotice,
  readValue,
} from '../support/clients/page-reader.js';
import { newEmail, password, startService, type TestService } from '../support/hosts/service.js';
import { freePort } from '../support/processes/service-process.js';

const tokens = {
  grace: 'a-token-of-grace-of-32-characters-x',
  audit: 'a-token-that-only-reads-of-32-characters',
  management: 'a-token-of-the-management-of-32-characters',
  metrics: 'a-token-for-metrics-of-32-characters-or-more',
};

const reason = 'Ticket 4711 <b>&"';

/** The paths of all pages, from the controllers. */
const pages = [...operatorPages(() => undefined), OperatorSignInController]
  .flatMap((controller) => listPaths(controller))
  .map((path) => `/${path}`);

describe('the operator pages', () => {
  let service: TestService;
  let url: string;
  let grace: OperatorClient;
  beforeAll(async () => {
    const management = {
      host: '127.0.0.1',
      port: await freePort(),
      tokens: [
        { token: tokens.grace, opens: 'everything', operator: 'grace' },
        { token: tokens.audit, opens: 'reading', operator: 'audit' },
        { token: tokens.management, opens: 'everything' },
        { token: tokens.metrics, opens: 'metrics' },
      ] as const,
    };
    service = await startService({ management });
    await service.app.get(ManagementServer).listen();
    url = `http://127.0.0.1:${management.port}`;
    grace = new OperatorClient(url);
    await grace.signIn(tokens.grace);
  });
  afterAll(() => service.close());

  const latest = async (event: AuditEventName, accountId?: string) => {
    const trail = service.app.get(AuditTrail, { strict: false });
    return (await trail.list({ accountId, events: [event], limit: 1 }))[0];
  };

  it('are found at their paths', () => {
    expect(pages).toEqual(expect.arrayContaining(['/operator/pages/accounts/:id/:action']));
  });

  it.each(pages)('are not on the public port: %s', async (path) => {
    const headers = { authorization: `Bearer ${tokens.grace}` };
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(service.url + path, { method, headers });
      expect([method, answer.status]).toEqual([method, 404]);
    }
  });

  describe('the sign-in', () => {
    it('is the only page before it, and leads back to the requested one', async () => {
      const client = new OperatorClient(url);
      const asked = await client.go('/audit?event=account.create');
      expect(asked.status).toBe(200);
      expect(client.at).toMatch(/^\/operator\/pages\/sign-in\?/);
      await client.send('/sign-in', { token: tokens.audit });
      expect(client.at).toBe('/operator/pages/audit?event=account.create');
    });
  });

  it('find accounts and run each action', async () => {
    const { account } = await service.newCaller();
    const found = await grace.go(`/accounts?email_prefix=${account.email}&name_prefix=`);
    expect(found.html).toContain(account.id);
    const shown = await grace.go(`/accounts/${account.id}`);
    expect(shown.html).toContain(account.email);
    await grace.go(`/accounts/${account.id}/suspend`);
    const refused = await grace.send(`/accounts/${account.id}/suspend`, { reason: ' ' });
    expect(refused.status).toBe(400);
    expect(errorsBeside(refused.html, 'action-reason')).toHaveLength(1);
    const done = await grace.send(`/accounts/${account.id}/suspend`, { reason });
    expect(readNotice(done.html)).toBe('The account is suspended.');
    expect(await latest('account.suspend', account.id)).toMatchObject({
      operator: 'grace',
      reason,
    });
  });
});
void [errorsAbove, readValue, newEmail, password];
