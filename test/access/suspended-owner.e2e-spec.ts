import { byHost } from '../../src/request/requester.js';
import { ChangesService } from '../../src/changes/changes.service.js';
import { AuthorizationsRepository } from '../../src/access/credentials/authorizations.repository.js';
import { SuspensionsService } from '../../src/accounts/suspensions/suspensions.service.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import {
  ask,
  asking,
  codeFor,
  consent,
  newClient,
  pkcePair,
  post,
  refresh,
  getStatus,
  tokensFor,
  type TestClient,
  type Tokens,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import {
  describeService,
  someForms,
  startService,
  type Caller,
  type TestService,
} from '../support/hosts/service.js';

const suspensions = (service: TestService) =>
  service.app.get(SuspensionsService, { strict: false });
const day = 24 * 60 * 60_000;

describeService(
  'The applications of a suspended owner',
  (service) => {
    let owner: Caller;
    let client: TestClient;
    let user: Person;
    let tokens: Tokens;
    beforeEach(async () => {
      owner = await service().newCaller();
      client = await newClient(service(), owner);
      user = await newPerson(service());
      tokens = await tokensFor(service(), user, client);
    });
    const suspend = () => suspensions(service()).suspend(owner.account.id, 'phishes', byHost);
    const restore = () => suspensions(service()).restore(owner.account.id, byHost);

    it('cannot use the tokens of other users until the owner is restored', async () => {
      await suspend();
      const { status, body } = await service().as(
        { token: tokens.access_token },
        'get',
        '/accounts/me',
      );
      expect([status, body.error]).toEqual([403, 'application_suspended']);
      expect((await service().as(user, 'get', '/accounts/me')).status).toBe(200);
      await restore();
      expect(await getStatus(service(), tokens.access_token)).toBe(200);
    });

    it('receive no tokens for a code or refresh token, but keep both', async () => {
      const code = await codeFor(user, client);
      await suspend();
      for (const answer of [
        await post(service(), 'token', client, code),
        await refresh(service(), client, tokens.refresh_token),
        await post(service(), 'token', client, { grant_type: 'nonsense' }),
      ]) {
        expect([answer.status, answer.body.error]).toEqual([400, 'unauthorized_client']);
        expect(answer.body.error_description).toBe(
          'This application receives no tokens at present.',
        );
      }
      await restore();
      expect((await post(service(), 'token', client, code)).status).toBe(200);
      expect((await refresh(service(), client, tokens.refresh_token)).status).toBe(200);
    });

    it('receive neither consents nor codes, and no users are redirected to them', async () => {
      const pkce = pkcePair();
      const other = await newPerson(service());
      await ask(other.browser, asking(client, pkce));
      await suspend();
      const submitted = await other.browser.submit('/oauth/authorize', { decision: 'allow' });
      const remembered = await consent(user.browser, asking(client, pkce));
      const wrong = await ask(user.browser, asking(client, pkce, { scope: 'nonsense' }));
      for (const { status, location, html } of [submitted, remembered, wrong]) {
        expect([status, location]).toEqual([403, undefined]);
        expect(html).toContain('This application cannot be used at present.');
      }
      await restore();
      expect((await consent(other.browser, asking(client, pkce))).location).toContain('code=');
    });

    it('see their tokens as inactive, and can still revoke them', async () => {
      await suspend();
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        const { body } = await post(service(), 'introspect', client, { token });
        expect(body).toEqual({ active: false });
      }
      const { refresh_token: token } = tokens;
      expect((await post(service(), 'revoke', client, { token })).status).toBe(200);
      await restore();
      expect((await refresh(service(), client, token)).body.error).toBe('invalid_grant');
    });

    /** Moves the suspension and the tokens into the past. */
    async function age(days: number): Promise<void> {
      const { prisma } = service();
      const { account } = owner;
      const { suspendedAt } = await prisma.account.findUniqueOrThrow({ where: { id: account.id } });
      const data = { suspendedAt: new Date(suspendedAt!.getTime() - days * day) };
      await prisma.account.update({ where: { id: account.id }, data });
      const where = { grant: { applicationId: client.id } };
      for (const each of await prisma.authorization.findMany({ where })) {
        const earlier = (date: Date | null) => date && new Date(date.getTime() - days * day);
        await prisma.authorization.update({
          where: { id: each.id },
          data: {
            createdAt: earlier(each.createdAt)!,
            refreshedAt: earlier(each.refreshedAt),
            expiresAt: earlier(each.expiresAt)!,
          },
        });
      }
    }

    const purge = () => service().app.get(PurgeService, { strict: false }).purge();

    it('keep refresh tokens that would have expired during the suspension', async () => {
      await suspend();
      await age(40);
      await purge();
      await restore();
      await purge();
      const { body } = await post(service(), 'introspect', client, { token: tokens.refresh_token });
      expect(body.active).toBe(true);
      const renewed = await refresh(service(), client, tokens.refresh_token);
      expect(renewed.status).toBe(200);
    });

    it('do not keep refresh tokens that expired before the suspension', async () => {
      await suspend();
      await service().prisma.authorization.updateMany({
        where: { grant: { applicationId: client.id } },
        data: {
          expiresAt: new Date(Date.now() - day),
          refreshedAt: new Date(Date.now() - 2 * day),
        },
      });
      await restore();
      const late = await refresh(service(), client, tokens.refresh_token);
      expect(late.body.error).toBe('invalid_grant');
    });

    it('report how many other users they affect', async () => {
      await tokensFor(service(), await newPerson(service()), client);
      const operator = service().app.get(OperatorService, { strict: false });
      const users = (count: number) => ({ users: count, isMore: false });
      expect(await operator.affectedUsers(owner.account.id)).toEqual(users(2));
      expect(await operator.affectedUsers(user.account.id)).toEqual(users(0));
    });
  },
  {},
  someForms,
);

describe('Two nodes', () => {
  it('refuse the applications of an account within 250 ms after one node suspends it', async () => {
    const first = await startService();
    const second = await startService({}, first.databaseUrl);
    try {
      const owner = await first.newCaller();
      const client = await newClient(first, owner);
      const { access_token: token } = await tokensFor(first, await newPerson(first), client);
      for (let i = 0; i < 3; i++) expect(await getStatus(second, token)).toBe(200);
      await suspensions(first).suspend(owner.account.id, 'phishes', byHost);
      const deadline = performance.now() + 250;
      let status = 200;
      while (status === 200 && performance.now() < deadline)
        status = await getStatus(second, token);
      expect(status).toBe(403);
      await suspensions(second).restore(owner.account.id, byHost);
      const restoredBy = performance.now() + 250;
      while (status !== 200 && performance.now() < restoredBy)
        status = await getStatus(first, token);
      expect(status).toBe(200);
    } finally {
      await second.close();
      await first.close();
    }
  });
});

describeService(
  'The devices of a user and an application',
  (service) => {
    it('are not signed out by authorization requests; the fifty-first ends the least recently used', async () => {
      const client = await newClient(service(), await service().newCaller());
      const user = await newPerson(service());
      const first = await tokensFor(service(), user, client);
      const repository = service().app.get(AuthorizationsRepository, { strict: false });
      for (let i = 0; i < 60; i++) await codeFor(user, client);
      const renewed = await refresh(service(), client, first.refresh_token);
      expect(renewed.status).toBe(200);
      const [found] = await service().prisma.authorization.findMany({
        where: { grant: { applicationId: client.id }, refreshHash: { not: null } },
        include: { grant: true },
      });
      const { grant, ...authorization } = found!;
      for (let i = 0; i < 49; i++) {
        const id = `other${String(i).padStart(19, '0')}`;
        const codeHash = new Uint8Array(32).fill(i);
        await service().prisma.authorization.create({ data: { ...authorization, id, codeHash } });
      }
      await service()
        .app.get(ChangesService, { strict: false })
        .run({ accountId: null, proof: byHost }, (change) =>
          repository.deleteSurplus(change, grant),
        );
      expect(await getStatus(service(), renewed.body.access_token)).toBe(200);
      await service().prisma.authorization.update({
        where: { id: found!.id },
        data: { refreshedAt: new Date(Date.now() - day) },
      });
      await tokensFor(service(), user, client);
      expect(await getStatus(service(), renewed.body.access_token)).toBe(401);
      const where = { grantId: grant.id, refreshHash: { not: null } };
      expect(await service().prisma.authorization.count({ where })).toBe(50);
    });
  },
  {},
  someForms,
);
