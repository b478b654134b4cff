import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { ask, asking, newClient, pkcePair } from '../support/clients/oauth.js';
import { readNotice } from '../support/clients/page-reader.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

describeService('Authorized applications in the console', (service) => {
  let person: Person;
  beforeEach(async () => {
    person = await newPerson(service());
  });
  const open = (to: string) => person.browser.open(to);
  const call = (token: string) => service().as({ ...person, token }, 'get', '/accounts/me');

  /** Grants another owner’s application access to the account. */
  async function allow(owner: Person): Promise<{ id: string; token: string }> {
    const { prisma } = service();
    const [accountId, { applicationId }] = [person.account.id, owner];
    const scope = ['account:read'];
    const createdAt = new Date();
    const { id } = await prisma.grant.create({
      data: { id: newIdentifier(), accountId, applicationId, scope, createdAt },
    });
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { id: authorizationId } = await prisma.authorization.create({
      data: {
        id: newIdentifier(),
        grantId: id,
        codeHash: hashToken(newAccessToken()),
        createdAt,
        expiresAt,
      },
    });
    const token = newAccessToken();
    const hash = hashToken(token);
    await prisma.accessToken.create({
      data: {
        hash,
        kind: 'oauth',
        accountId,
        applicationId,
        authorizationId,
        scope,
        createdAt,
        expiresAt,
      },
    });
    return { id, token };
  }

  it('are described on the consent page with owner, scopes, redirect host and lifetime', async () => {
    const client = await newClient(service(), await newPerson(service()));
    const { html } = await ask(
      person.browser,
      asking(client, pkcePair(), { scope: 'account:read' }),
    );
    for (const sentence of [
      'Difference Engine, an application by Somebody, would like to use your account.',
      'View your account: name, email address, and settings',
      'You will continue to <strong>app.example</strong>.',
      'Access expires automatically after one year.',
      `You are signed in as <strong>${person.account.email}</strong>.`,
    ]) {
      expect(html).toContain(sentence);
    }
    expect(html).not.toContain('Change your account');
  });

  it('are listed with owner and scopes, and lose access immediately when revoked', async () => {
    expect((await open('/console/grants')).html).toContain('No connected applications');
    const { id, token } = await allow(await newPerson(service()));
    expect((await call(token)).status).toBe(200);
    const { html } = await open('/console/grants');
    expect(html).toContain('Client');
    expect(html).toContain('By Somebody');
    expect(html).toContain('View your account: name, email address, and settings');
    expect(html).not.toContain('Change your account, and');
    const revoke = `/console/grants/${id}/revoke`;
    expect(html).toContain(`href="${service().path(revoke)}"`);
    expect((await open(revoke)).html).toContain('Revoke the access of Client?');
    expect((await call(token)).status).toBe(200);
    const { location } = await person.browser.submit(revoke);
    expect(readNotice((await open(location!)).html)).toBe(
      'The application can no longer use your account.',
    );
    expect((await call(token)).status).toBe(401);
  });

  it('cannot be seen or revoked by the application’s owner', async () => {
    const owner = await newPerson(service());
    const { id, token } = await allow(owner);
    const { html } = await owner.browser.open('/console/grants');
    expect(html).toContain('No connected applications');
    const { status, location } = await owner.browser.open(`/console/grants/${id}/revoke`);
    expect([status, location]).toEqual([303, '/console/grants']);
    await owner.browser.open('/console/grants');
    const { csrfToken: csrf_token } = owner.browser;
    await owner.browser.post(`/console/grants/${id}/revoke`, { csrf_token });
    expect((await call(token)).status).toBe(200);
  });

  it('are revoked without an error if the grant no longer exists', async () => {
    await open('/console/grants');
    const { csrfToken: csrf_token } = person.browser;
    for (const id of [newIdentifier(), 'x', '%00']) {
      const { status } = await person.browser.post(`/console/grants/${id}/revoke`, {
        csrf_token,
      });
      expect(status).toBe(303);
    }
  });
});
