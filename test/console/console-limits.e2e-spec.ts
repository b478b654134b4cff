import { newIdentifier } from '../../src/database/identifier.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { FormLimit } from '../../src/console/shell/browser/page-limit.js';
import { fillIn } from '../hostile/message.js';
import { consoleForms } from '../hostile/routes.js';
import { errorsAbove } from '../support/clients/page-reader.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService, type TestService } from '../support/hosts/service.js';

const once = [
  ...['accounts.create', 'accounts.update', 'accounts.delete', 'accounts.export'],
  ...['accounts.verify', 'applications.create', 'applications.update', 'applications.delete'],
  ...['passwords.change', 'second-factor'],
].map((name) => `${name}=1/1h`);

/** Returns the id in the path of a form. Creates a passkey for the forms of passkeys. */
async function idFor(path: string, service: TestService, { account, applicationId }: Person) {
  if (path.startsWith('/console/applications/')) return applicationId;
  const id = newIdentifier();
  if (path.includes('passkey')) {
    const at = new Date();
    await service.prisma.passkey.create({
      data: {
        ...{ id, accountId: account.id, credentialId: id, publicKey: new Uint8Array(), counter: 0 },
        ...{ transports: [], backupEligible: false, backedUp: false, name: 'Telephone' },
        ...{ createdAt: at, challengedAt: at },
      },
    });
  }
  return id;
}

describeService(
  'The account limit of a form',
  (service) => {
    it.each(consoleForms.filter(({ isOpen }) => !isOpen))(
      'refuses forms above it at $path, and keeps the input',
      async ({ path, handler, members }) => {
        const person = await newPerson(service());
        const { account, browser } = person;
        await browser.open('/console/security/authenticator');
        const { setup } = browser.getHiddenFields('/console/security/authenticator');
        const filled = new Map([
          ['setup', setup!],
          ['csrf', browser.csrfToken],
          ['email', account.email],
          ['id', await idFor(path, service(), person)],
        ]);
        const send = () =>
          browser.post(
            fillIn(path, filled),
            Object.fromEntries(
              members.map(({ name, example }) => [name, fillIn(String(example), filled)]),
            ),
          );
        expect((await send()).status).not.toBe(429);
        const { status, headers, html } = await send();
        expect(status).toBe(429);
        expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        expect(html).toContain('Too many requests.');
        if (!Reflect.hasMetadata(FormLimit.KEY, handler)) return;
        expect(errorsAbove(html)).toHaveLength(1);
        const names = ['name', 'redirect_uris'];
        for (const { name, example } of members.filter((each) => names.includes(each.name))) {
          expect([name, html]).toEqual([name, expect.stringContaining(String(example))]);
        }
      },
    );

    it('counts requests to the API, too', async () => {
      const person = await newPerson(service());
      const { browser, account } = person;
      expect((await service().update(person, { name: 'Grace' })).status).toBe(200);
      await browser.open('/console/account');
      const { status } = await browser.submit('/console/account/email', { email: account.email });
      expect(status).toBe(429);
    });
  },
  {
    rateLimits: parseRateLimits([...once, 'sign-in=1000/1m'].join()),
    // Passkeys require a domain. The mails of the verification page are not delivered.
    publicUrl: 'http://localhost:3000',
    mail: { url: 'smtp://127.0.0.1:1', from: 'a@example.com' },
  },
);
