import { hashToken } from '../../src/principals/access-token.js';
import { PageClient } from '../support/clients/page-client.js';
import {
  asking,
  codeFor,
  consent,
  newClient,
  pkcePair,
  post,
  refresh,
  getStatus,
  readRedirect,
  tokensFor,
  type TestClient,
  type Tokens,
} from '../support/clients/oauth.js';
import { newPerson, signedIn, type Person } from '../support/clients/person.js';
import {
  describeService,
  someForms,
  password,
  type Caller,
  type TestService,
} from '../support/hosts/service.js';

const newPassword = 'another horse 8';

describeService('The end of tokens and sessions', (service) => {
  let developer: Caller;
  let client: TestClient;
  let other: TestClient;
  beforeAll(async () => {
    developer = await service().newCaller();
    client = await newClient(service(), developer);
    other = await newClient(service(), developer);
  });

  const isSignedIn = async (page: PageClient) =>
    (await page.open('/console/account')).status === 200;

  async function expectEnded(as: TestClient, { access_token, refresh_token }: Tokens) {
    expect(await getStatus(service(), access_token)).toBe(401);
    const { status, body } = await refresh(service(), as, refresh_token);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  }

  it('revoking a refresh token also ends its access token', async () => {
    const person = await newPerson(service());
    const tokens = await tokensFor(service(), person, client);
    expect(await getStatus(service(), tokens.access_token)).toBe(200);
    await post(service(), 'revoke', client, { token: tokens.refresh_token });
    await expectEnded(client, tokens);
  });

  it('an expired access token leaves its refresh token valid', async () => {
    const person = await newPerson(service());
    const { access_token, refresh_token } = await tokensFor(service(), person, client);
    await service().prisma.accessToken.update({
      where: { hash: hashToken(access_token) },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await getStatus(service(), access_token)).toBe(401);
    const { body } = await refresh(service(), client, refresh_token);
    expect(await getStatus(service(), body.access_token)).toBe(200);
  });

  it('deleting an application ends its tokens and codes', async () => {
    const person = await newPerson(service());
    const gone = await newClient(service(), developer);
    const tokens = await tokensFor(service(), person, gone);
    const code = await codeFor(person, gone);
    await service().prisma.application.delete({ where: { id: gone.id } });
    expect(await getStatus(service(), tokens.access_token)).toBe(401);
    expect(await getStatus(service(), gone.ownToken)).toBe(401);
    for (const answer of [
      await refresh(service(), gone, tokens.refresh_token),
      await post(service(), 'token', gone, code),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    }
    expect((await consent(person.browser, asking(gone, pkcePair()))).status).toBe(400);
  });

  it('revoking a grant in the console ends all tokens issued from it', async () => {
    const person = await newPerson(service());
    const one = await tokensFor(service(), person, client);
    const two = await tokensFor(service(), person, client);
    const kept = await tokensFor(service(), person, other);
    const code = await codeFor(person, client);
    const { id } = await service().prisma.grant.findFirstOrThrow({
      where: { accountId: person.account.id, applicationId: client.id },
    });
    const revoke = `/console/grants/${id}/revoke`;
    await person.browser.open(revoke);
    expect((await person.browser.submit(revoke)).status).toBe(303);
    await expectEnded(client, one);
    await expectEnded(client, two);
    expect((await post(service(), 'token', client, code)).body.error).toBe('invalid_grant');
    expect(await getStatus(service(), kept.access_token)).toBe(200);
    // The consent is no longer remembered.
    expect((await person.browser.open(`/oauth/authorize?${query(client)}`)).status).toBe(200);
  });

  it('a user cannot revoke another account’s grant', async () => {
    const person = await newPerson(service());
    const stranger = await newPerson(service());
    const tokens = await tokensFor(service(), person, client);
    const { id } = await service().prisma.grant.findFirstOrThrow({
      where: { accountId: person.account.id, applicationId: client.id },
    });
    await stranger.browser.open('/console/account');
    const csrf_token = stranger.browser.csrfToken;
    await stranger.browser.post(`/console/grants/${id}/revoke`, { csrf_token });
    expect(await getStatus(service(), tokens.access_token)).toBe(200);
  });

  it('a password change in the console ends OAuth tokens and all sessions but its own', async () => {
    const person = await newPerson(service());
    const elsewhere = await signedIn(service(), person);
    const tokens = await tokensFor(service(), person, client);
    const code = await codeFor(person, client);
    await person.browser.open('/console/security/password');
    const changed = await person.browser.submit('/console/security/password', {
      old_password: password,
      new_password: newPassword,
    });
    expect(changed.status).toBe(303);
    await expectEnded(client, tokens);
    expect((await post(service(), 'token', client, code)).body.error).toBe('invalid_grant');
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(person.browser)).toBe(true);
    expect(await getStatus(service(), person.token)).toBe(200);
    expect(await service().prisma.grant.count({ where: { accountId: person.account.id } })).toBe(0);
  });

  it('a password change ends the tokens of the account’s applications on request', async () => {
    const person = await newPerson(service());
    await person.browser.open('/console/security/password');
    const changed = await person.browser.submit('/console/security/password', {
      old_password: password,
      new_password: newPassword,
      end_application_tokens: 'true',
    });
    expect(changed.status).toBe(303);
    expect(await getStatus(service(), person.token)).toBe(401);
    expect(await getStatus(service(), developer.token)).toBe(200);
  });

  it('a password change with an OAuth token ends all OAuth tokens but its own, and all sessions', async () => {
    const person = await newPerson(service());
    const calling = await tokensFor(service(), person, client);
    const sameClient = await tokensFor(service(), person, client);
    const otherClient = await tokensFor(service(), person, other);
    const unused = await codeFor(person, client);
    const { status } = await service()
      .as({ token: calling.access_token } as Caller, 'put', '/accounts/me')
      .send({ old_password: password, new_password: newPassword });
    expect(status).toBe(200);
    await expectEnded(client, sameClient);
    await expectEnded(other, otherClient);
    expect((await post(service(), 'token', client, unused)).body.error).toBe('invalid_grant');
    expect(await isSignedIn(person.browser)).toBe(false);
    expect(await getStatus(service(), person.token)).toBe(200);
    expect(await getStatus(service(), calling.access_token)).toBe(200);
    expect((await refresh(service(), client, calling.refresh_token)).status).toBe(200);
  });

  it('a refused password change ends no tokens', async () => {
    const person = await newPerson(service());
    const tokens = await tokensFor(service(), person, client);
    await person.browser.open('/console/security/password');
    const { status } = await person.browser.submit('/console/security/password', {
      old_password: 'wrong 1',
      new_password: newPassword,
    });
    expect(status).toBe(400);
    expect(await getStatus(service(), tokens.access_token)).toBe(200);
  });

  it('deleting an account ends its sessions, its tokens and the tokens of its applications', async () => {
    const person = await newPerson(service());
    const tokens = await tokensFor(service(), person, client);
    const own = await newClient(service(), person);
    const guest = await newPerson(service());
    const ofGuest = await tokensFor(service(), guest, own);
    await person.browser.open('/console/account/delete');
    const { status } = await person.browser.submit('/console/account/delete', { password });
    expect(status).toBe(303);
    await expectEnded(client, tokens);
    expect(await getStatus(service(), person.token)).toBe(401);
    expect(await getStatus(service(), ofGuest.access_token)).toBe(401);
    expect(await isSignedIn(person.browser)).toBe(false);
  });

  it('signing out ends the session for copies of its cookie, too', async () => {
    const person = await newPerson(service());
    const thief = new PageClient(service().url);
    for (const [name, value] of person.browser.cookies) thief.cookies.set(name, value);
    expect(await isSignedIn(thief)).toBe(true);
    await person.browser.open('/console/account');
    await person.browser.submit('/console/sign-out');
    expect(await isSignedIn(thief)).toBe(false);
  });
});

describeService(
  'Concurrent requests',
  (running) => {
    let service: TestService;
    let client: TestClient;
    beforeAll(async () => {
      service = running();
      client = await newClient(service, await service.newCaller());
    });

    const times = <T>(count: number, work: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, index) => work(index)));

    function changePassword(person: Person): Promise<{ status: number }> {
      return service
        .as(person, 'put', '/accounts/me')
        .send({ old_password: password, new_password: newPassword })
        .then();
    }

    it('a sign-in that began with the old password leaves no session behind', async () => {
      const person = await newPerson(service);
      const browsers = await times(8, async () => {
        const browser = new PageClient(service.url);
        await browser.open('/console/sign-in');
        return browser;
      });
      const { email } = person.account;
      const [changed, ...answers] = await Promise.all([
        changePassword(person),
        ...browsers.map((each) => each.submit('/console/sign-in', { email, password })),
      ]);
      expect(changed.status).toBe(200);
      for (const { status } of answers) expect([303, 400]).toContain(status);
      expect(await service.prisma.session.count({ where: { accountId: person.account.id } })).toBe(
        0,
      );
    });

    it('a consent that began with the old password leaves no authorization behind', async () => {
      const person = await newPerson(service);
      const browsers = await times(8, () => signedIn(service, person));
      for (const each of browsers) await each.open(`/oauth/authorize?${query(client)}`);
      const [changed, ...answers] = await Promise.all([
        changePassword(person),
        ...browsers.map((each, index) =>
          new Promise((later) => setTimeout(later, index * 15)).then(() =>
            each.submit('/oauth/authorize', { decision: 'allow' }),
          ),
        ),
      ]);
      expect(changed.status).toBe(200);
      for (const { status } of answers) expect(status).toBe(303);
      const where = { accountId: person.account.id };
      expect(await service.prisma.grant.count({ where })).toBe(0);
      expect(await service.prisma.authorization.count({ where: { grant: where } })).toBe(0);
    });

    it('a code or refresh token used during a password change yields no lasting token', async () => {
      const person = await newPerson(service);
      const codes = await times(4, () => codeFor(person, client));
      const tokens = await times(4, () => tokensFor(service, person, client));
      const [changed, ...answers] = await Promise.all([
        changePassword(person),
        ...codes.map((fields) => post(service, 'token', client, fields)),
        ...tokens.map((each) => refresh(service, client, each.refresh_token)),
      ]);
      expect(changed.status).toBe(200);
      for (const { status, body } of answers) {
        if (status === 200) expect(await getStatus(service, body.access_token)).toBe(401);
        else expect([status, body.error]).toEqual([400, 'invalid_grant']);
      }
    });

    it('a password change revokes application tokens that an attacker creates at the same time', async () => {
      const person = await newPerson(service);
      const { browser: owner, account } = person;
      const strangers = await times(8, () => signedIn(service, person));
      const other = await service.as(person, 'post', '/applications').send({ name: 'Other' });
      const regenerate = `/console/applications/${other.body.application.id}/token/regenerate`;
      for (const each of strangers) await each.open(regenerate);
      await owner.open('/console/security/password');
      const later = (index: number) => new Promise((due) => setTimeout(due, index * 5));
      const [changed, ...answers] = await Promise.all([
        owner.submit('/console/security/password', {
          old_password: password,
          new_password: newPassword,
          end_application_tokens: 'true',
        }),
        ...strangers.map((each, index) => later(index * 4).then(() => each.submit(regenerate))),
        ...Array.from({ length: 40 }, (_, index) =>
          later(index).then(() =>
            service.as(person, 'post', '/applications').send({ name: 'Another' }),
          ),
        ),
      ]);
      expect(changed.status).toBe(303);
      // On a busy machine, a request that waits too long for the others times out.
      for (const { status } of answers) expect([200, 303, 401, 503]).toContain(status);
      const where = { accountId: account.id, kind: 'application' } as const;
      expect(await service.prisma.accessToken.count({ where })).toBe(0);
    });

    it('only one of several concurrent password changes succeeds, and only its token stays valid', async () => {
      const person = await newPerson(service);
      const tokens = await times(3, () => tokensFor(service, person, client));
      const answers = await Promise.all(
        tokens.map(({ access_token }, index) =>
          service
            .as({ token: access_token } as Caller, 'put', '/accounts/me')
            .send({ old_password: password, new_password: `${newPassword}${index}` }),
        ),
      );
      const made = answers.map(({ status }) => status === 200);
      expect(made.filter(Boolean)).toHaveLength(1);
      for (const { status } of answers) expect([200, 400, 401]).toContain(status);
      for (const [index, { access_token }] of tokens.entries()) {
        expect(await getStatus(service, access_token)).toBe(made[index] ? 200 : 401);
      }
    });

    it('consents cause no server error while the application is deleted', async () => {
      const person = await newPerson(service);
      const owner = await service.newCaller();
      for (let round = 0; round < 8; round++) {
        const gone = await newClient(service, owner);
        const browsers = await times(3, () => signedIn(service, person));
        for (const each of browsers) await each.open(`/oauth/authorize?${query(gone)}`);
        const [, ...answers] = await Promise.all([
          new Promise((later) => setTimeout(later, round)).then(() =>
            service.prisma.application.delete({ where: { id: gone.id } }),
          ),
          ...browsers.map((each) => each.submit('/oauth/authorize', { decision: 'allow' })),
        ]);
        for (const { status } of answers) expect([303, 400]).toContain(status);
      }
      const where = { accountId: person.account.id };
      expect(await service.prisma.authorization.count({ where: { grant: where } })).toBe(0);
    });

    it('consents of users whom an application registered cause no server error while it is deleted', async () => {
      const owner = await service.newCaller();
      for (let round = 0; round < 5; round++) {
        const gone = await newClient(service, owner);
        const people = await times(4, () => newPerson(service));
        for (const { account, browser } of people) {
          const data = { registeredById: gone.id };
          await service.prisma.account.update({ where: { id: account.id }, data });
          await browser.open(`/oauth/authorize?${query(gone)}`);
        }
        const [deleted, ...answers] = await Promise.all([
          service.as({ token: gone.ownToken } as Caller, 'delete', `/applications/${gone.id}`),
          ...people.map(({ browser }) => browser.submit('/oauth/authorize', { decision: 'allow' })),
        ]);
        expect(deleted.status).toBe(204);
        for (const { status } of answers) expect([303, 400]).toContain(status);
      }
    });

    it('refreshes cause no server error while the account is deleted', async () => {
      for (let round = 0; round < 5; round++) {
        const person = await newPerson(service);
        const own = await newClient(service, person);
        const tokens = await times(3, () => tokensFor(service, person, own));
        const [deleted, ...answers] = await Promise.all([
          service.as(person, 'delete', '/accounts/me'),
          ...tokens.map((each) => refresh(service, own, each.refresh_token)),
          ...tokens.map((each) => refresh(service, own, each.refresh_token)),
        ]);
        expect(deleted.status).toBe(204);
        for (const { status, body } of answers) {
          expect([200, 400, 401]).toContain(status);
          if (status === 200) expect(await getStatus(service, body.access_token)).toBe(401);
        }
      }
    });

    it('concurrent consents to the same application all return a code', async () => {
      const person = await newPerson(service);
      const fresh = await newClient(service, person);
      const browsers = await times(4, () => signedIn(service, person));
      const answers = await Promise.all(
        browsers.map((each) => consent(each, asking(fresh, pkcePair()))),
      );
      for (const answer of answers) expect(readRedirect(answer).code).toBeDefined();
    });
  },
  {},
  someForms,
);

function query(client: TestClient): string {
  return new URLSearchParams(asking(client, pkcePair())).toString();
}
