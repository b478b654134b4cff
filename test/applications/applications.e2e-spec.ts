import { newAccessToken, hashToken } from '../../src/principals/access-token.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { exampleErrorBody } from '../../src/errors/error-body.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { hostOwned } from '../support/hosts/host-owned.js';
import { signedIn } from '../support/clients/person.js';
import { describeService, errorsOn, type Caller, type Method } from '../support/hosts/service.js';

const secretForm = /^[0-9A-Za-z]{64}$/;
const tokenForm = /^[0-9A-Za-z]{86}$/;

describeService('/applications', (service, standalone) => {
  let caller: Caller;
  let path: string;
  beforeEach(async () => {
    caller = await service().newCaller();
    path = `/applications/${caller.applicationId}`;
  });
  const as = (method: Method, to: string, by: Caller = caller) => service().as(by, method, to);
  const create = (members: object = {}) =>
    as('post', '/applications').send({ name: 'Difference Engine', ...members });
  const update = (members: object, to = path) => as('put', to).send(members);
  const read = async (to = path) => (await as('get', to)).body;
  const me = (token: string) => service().as({ ...caller, token }, 'get', '/accounts/me');
  const row = (id = caller.applicationId) =>
    service().prisma.application.findUniqueOrThrow({ where: { id } });
  const ownTokens = (applicationId = caller.applicationId) =>
    service().prisma.accessToken.count({ where: { applicationId, kind: 'application' } });
  const getPath = ({ body }: { body: any }) => `/applications/${body.application.id}`;

  /** The caller with a token granted to the same application through OAuth. */
  async function withGrantedToken(): Promise<Caller> {
    const token = newAccessToken();
    await service().prisma.accessToken.create({
      data: {
        hash: hashToken(token),
        kind: 'oauth',
        applicationId: caller.applicationId,
        accountId: caller.account.id,
        scope: ['account:read', 'account:write'],
        createdAt: new Date(),
      },
    });
    return { ...caller, token };
  }

  const routes = (to: string): [Method, string][] => [
    ['get', to],
    ['put', to],
    ['delete', to],
    ['post', `${to}/token`],
    ['delete', `${to}/token`],
    ['post', `${to}/secret`],
    ['get', `${to}/secrets`],
    ['delete', `${to}/secrets/${newIdentifier()}`],
  ];

  it('allows at most a hundred per account, even from concurrent requests', async () => {
    const { apiVersion } = await row();
    const now = new Date();
    await service().prisma.application.createMany({
      data: Array.from({ length: 97 }, () => ({
        id: newIdentifier(),
        ownerId: caller.account.id,
        name: 'One of many',
        apiVersion,
        redirectUris: [],
        createdAt: now,
        updatedAt: now,
      })),
    });
    const answers = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
    const sentence = 'An account can have at most 100 applications. Delete one you no longer need.';
    const { body } = answers.find(({ status }) => status === 400)!;
    expect(body).toEqual({
      form: { errors: [sentence], codes: ['too_many_applications'], children: {} },
    });
    // The documents show the example.
    expect(exampleErrorBody('too_many_applications')).toEqual(body);
    const browser = await signedIn(service(), caller);
    await browser.open('/console/applications/new');
    const page = await browser.submit('/console/applications', { name: 'Kept' });
    expect([page.status, page.html.includes(sentence)]).toEqual([400, true]);
    expect(page.html).toContain('value="Kept"');
    const one = await service().prisma.application.findFirstOrThrow({
      where: { ownerId: caller.account.id, name: 'One of many' },
    });
    await as('delete', `/applications/${one.id}`);
    expect((await create()).status).toBe(200);
  });

  describe('GET', () => {
    it('lists only the applications of the account, oldest first', async () => {
      const second = await create({ name: 'Second', public: true });
      const third = await create({ name: 'Third' });
      await service().newCaller();
      const { status, body } = await as('get', '/applications');
      expect(status).toBe(200);
      expect(body.applications.map(({ id }: any) => id)).toEqual([
        caller.applicationId,
        second.body.application.id,
        third.body.application.id,
      ]);
      expect(body._links).toEqual({ self: { href: service().path('/api/applications') } });
    });

    it('lists neither tokens nor secrets', async () => {
      const { body, text } = await as('get', '/applications');
      expect(Object.keys(body.applications[0])).toEqual([
        'id',
        'client_id',
        'name',
        'redirect_uris',
        'post_logout_redirect_uris',
        'api_version',
        'public',
        'require_pkce',
        'client_credentials',
        'trusted',
        'created_at',
        'updated_at',
      ]);
      expect(text).not.toMatch(/token|secret|\w{64}/);
    });

    it('returns an application with its own token, but never a secret', async () => {
      const { status, body, headers } = await as('get', path);
      expect(status).toBe(200);
      expect(body).toEqual({
        application: {
          id: caller.applicationId,
          client_id: caller.applicationId,
          name: 'Client',
          redirect_uris: [],
          post_logout_redirect_uris: [],
          api_version: '1.21',
          public: false,
          require_pkce: true,
          client_credentials: false,
          trusted: false,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
          updated_at: body.application.created_at,
          access_token: caller.token,
        },
        _links: { self: { href: service().path(`/api${path}`) } },
      });
      expect(headers['cache-control']).toBe('no-store');
    });

    it('returns null for a token that can no longer be decrypted', async () => {
      await service().prisma.accessToken.updateMany({
        where: { applicationId: caller.applicationId },
        data: { sealed: new Uint8Array(128) },
      });
      expect((await read()).application.access_token).toBeNull();
    });
  });

  describe('POST', () => {
    it('creates an application with an access token and a client secret', async () => {
      const { status, body, headers } = await create({
        redirect_uris: ['https://a.example/cb', 'com.example.app:/cb'],
        post_logout_redirect_uris: ['https://a.example/'],
        api_version: '1.13',
        require_pkce: false,
      });
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(body.application).toMatchObject({
        name: 'Difference Engine',
        redirect_uris: ['https://a.example/cb', 'com.example.app:/cb'],
        post_logout_redirect_uris: ['https://a.example/'],
        api_version: '1.13',
        public: false,
        require_pkce: false,
        access_token: expect.stringMatching(tokenForm),
        client_secret: expect.stringMatching(secretForm),
      });
      expect(body.application.client_id).toBe(body.application.id);
      const answer = await me(body.application.access_token);
      expect(answer.body.account.id).toBe(caller.account.id);
      expect(answer.headers['content-version']).toBe('1.13');
    });

    it('requires only a name', async () => {
      const { status, body } = await create({ name: '  Engine ' });
      expect(status).toBe(200);
      expect(body.application).toMatchObject({
        name: 'Engine',
        redirect_uris: [],
        api_version: '1.21',
        public: false,
        require_pkce: true,
      });
      const withNulls = await create({
        redirect_uris: null,
        api_version: null,
        public: null,
        require_pkce: null,
      });
      expect(withNulls.body.application).toMatchObject({
        redirect_uris: [],
        api_version: '1.21',
        public: false,
        require_pkce: true,
      });
    });

    it('gives a public client no secret', async () => {
      const { status, body } = await create({ public: true });
      expect(status).toBe(200);
      expect(body.application).toMatchObject({ public: true, client_secret: null });
      expect((await read(getPath({ body }))).application.public).toBe(true);
    });

    it('returns the secret next to the members of a read, which does not return it again', async () => {
      const created = await create();
      const { client_secret, ...members } = created.body.application;
      const later = await read(getPath(created));
      expect(later).toEqual({ ...created.body, application: members });
      expect(JSON.stringify(later)).not.toContain(client_secret);
    });

    it('stores neither token nor secret in clear text', async () => {
      const { body } = await create();
      const { id, client_secret, access_token } = body.application;
      const { clientSecretHash } = await row(id);
      expect(clientSecretHash).toEqual(hashToken(client_secret));
      const [token] = await service().prisma.accessToken.findMany({ where: { applicationId: id } });
      expect(token!.hash).toEqual(hashToken(access_token));
      for (const bytes of [clientSecretHash, token!.hash, token!.sealed]) {
        expect(Buffer.from(bytes!).includes(client_secret)).toBe(false);
        expect(Buffer.from(bytes!).includes(access_token)).toBe(false);
      }
    });

    it('reports every invalid field together', async () => {
      const { status, body } = await create({
        name: ' ',
        redirect_uris: ['http://a.example/cb'],
        api_version: '9.9',
        public: 'yes',
        require_pkce: 1,
      });
      expect(status).toBe(400);
      expect(body.form.children).toEqual({
        name: { errors: ['This value must not be blank.'], codes: ['blank'] },
        redirect_uris: {
          errors: [expect.stringMatching(/^A redirect URI must be/)],
          codes: ['redirect_uri_invalid'],
        },
        api_version: {
          errors: [expect.stringMatching(/Choose a version from 1\.8 to 1\.21\.$/)],
          codes: ['version_unsupported'],
        },
        public: { errors: ['This value must be true or false.'], codes: ['not_boolean'] },
        require_pkce: { errors: ['This value must be true or false.'], codes: ['not_boolean'] },
      });
    });

    it('reports violations in the requested language', async () => {
      const { body, headers } = await create({ name: null, public: true, require_pkce: false }).set(
        'Accept-Language',
        'fr',
      );
      expect(headers['content-language']).toBe('fr');
      expect(body.form.children).toEqual({
        name: { errors: ['Cette valeur est obligatoire.'], codes: ['required'] },
        require_pkce: {
          errors: ['PKCE est obligatoire pour les applications publiques.'],
          codes: ['pkce_mandatory'],
        },
      });
    });

    it('stores each redirect URI once, and accepts at most 20', async () => {
      const uris = Array.from({ length: 21 }, (_, index) => `https://a.example/${index}`);
      const twenty = uris.slice(0, 20);
      const { body } = await create({ redirect_uris: [...twenty, ...twenty] });
      expect(body.application.redirect_uris).toEqual(twenty);
      const tooMany = await create({ redirect_uris: uris });
      expect(tooMany.status).toBe(400);
      expect(errorsOn(tooMany.body, 'redirect_uris')).toEqual([
        'This list is too long. It must have at most 20 entries.',
      ]);
      expect(exampleErrorBody('too_many')).toMatchObject({
        form: { errors: errorsOn(tooMany.body, 'redirect_uris') },
      });
    });

    it('refuses the app scheme myapp in a redirect URI, and says which URIs are allowed', async () => {
      const { body } = await create({ redirect_uris: ['myapp:/cb'] });
      expect(errorsOn(body, 'redirect_uris')).toEqual([
        'A redirect URI must be absolute, without a fragment, and use https, http on a loopback address, or an app scheme such as com.example.app.',
      ]);
    });

    it('refuses a redirect URI that contains a response parameter', async () => {
      for (const name of ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']) {
        const redirect_uris = ['https://a.example/cb', `com.example.app:/cb?x=y&${name}`];
        const { status, body } = await create({ redirect_uris });
        expect([name, status]).toEqual([name, 400]);
        expect(errorsOn(body, 'redirect_uris')).toEqual([
          'The query of a redirect URI must not contain these parameters, because the response adds them: code, state, iss, error, error_description, error_uri.',
        ]);
      }
    });

    it('accepts redirect URIs only as a list', async () => {
      const wrong = ['https://a.example/cb', {}, [null], [['https://a.example/cb']], 5, true];
      for (const redirect_uris of wrong) {
        const { status, body } = await create({ redirect_uris });
        expect({ redirect_uris, status }).toEqual({ redirect_uris, status: 400 });
        expect(errorsOn(body, 'redirect_uris')).toHaveLength(1);
      }
    });

    it('ignores unknown and read-only members', async () => {
      const other = await service().newCaller();
      const { status, body } = await create({
        id: other.applicationId,
        client_id: 'x',
        client_secret: 'x',
        access_token: 'x',
        ownerId: other.account.id,
        owner_id: other.account.id,
        clientSecretHash: null,
      });
      expect(status).toBe(200);
      expect(body.application.client_secret).toMatch(secretForm);
      expect(await row(body.application.id)).toMatchObject({ ownerId: caller.account.id });
    });
  });

  describe('PUT', () => {
    it('changes a single member and leaves the others', async () => {
      const before = await row();
      const { status, body, headers } = await update({ name: ' New ' });
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toEqual(await read());
      const after = await row();
      expect(after).toEqual({ ...before, name: 'New', updatedAt: after.updatedAt });
      expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    });

    it('changes every member that can be changed', async () => {
      const changes = {
        name: 'New',
        redirect_uris: ['https://b.example/cb'],
        api_version: '1.13',
        require_pkce: false,
      };
      const { body } = await update(changes);
      expect(body.application).toMatchObject(changes);
      expect(body.application.access_token).toBe(caller.token);
    });

    it('accepts an application sent back unchanged, and changes nothing', async () => {
      for (const members of [{ redirect_uris: ['https://a.example/cb'] }, { public: true }]) {
        const created = await create({ ...members, api_version: '1.13' });
        const own = getPath(created);
        const before = await row(created.body.application.id);
        const answer = await read(own);
        for (const sent of [answer, answer.application, created.body.application, {}]) {
          const { status, body } = await update(sent, own);
          expect({ status, body }).toEqual({ status: 200, body: answer });
        }
        expect(await row(created.body.application.id)).toEqual(before);
      }
    });

    it('accepts its stored API version even if it is retired, but no other retired version', async () => {
      await service().prisma.application.update({
        where: { id: caller.applicationId },
        data: { apiVersion: '1.2' },
      });
      expect((await update({ api_version: '1.2', name: 'Kept' })).status).toBe(200);
      expect((await update({ api_version: '1.3' })).status).toBe(400);
    });

    it('ignores members that cannot be changed', async () => {
      const before = await row();
      const { status } = await update({
        id: newIdentifier(),
        client_id: 'x',
        public: true,
        client_secret: 'x',
        access_token: 'x',
        created_at: 5,
        updated_at: null,
        ownerId: 'x',
      });
      expect(status).toBe(200);
      expect(await row()).toEqual(before);
    });

    it('clears the redirect URIs with null or an empty list', async () => {
      for (const redirect_uris of [null, []]) {
        await update({ redirect_uris: ['https://a.example/cb'] });
        const { body } = await update({ redirect_uris });
        expect(body.application.redirect_uris).toEqual([]);
      }
    });

    it('applies an edited application, giving precedence to members next to it', async () => {
      const body = await read();
      const edited = { ...body, application: { ...body.application, name: 'Edited' } };
      expect((await update(edited)).body.application.name).toBe('Edited');
      expect((await update({ ...edited, name: 'Beside' })).body.application.name).toBe('Beside');
    });

    it('does not clear other members with null', async () => {
      const { status, body } = await update({ name: null, api_version: null, require_pkce: null });
      expect(status).toBe(400);
      const blank = { errors: ['This value must not be blank.'], codes: ['blank'] };
      expect(body.form.children).toEqual({ name: blank, api_version: blank, require_pkce: blank });
    });

    it('reports every invalid field together and applies none of the rest', async () => {
      const before = await row();
      const { status, body } = await update({
        name: 'New',
        redirect_uris: ['/cb'],
        api_version: '1',
        require_pkce: 'no',
      });
      expect(status).toBe(400);
      expect(Object.keys(body.form.children).sort()).toEqual([
        'api_version',
        'redirect_uris',
        'require_pkce',
      ]);
      expect(await row()).toEqual(before);
    });

    it('does not let a public application turn PKCE off', async () => {
      const created = await create({ public: true });
      const { status, body } = await update({ name: '', require_pkce: false }, getPath(created));
      expect(status).toBe(400);
      expect(body.form.children).toEqual({
        name: { errors: ['This value must not be blank.'], codes: ['blank'] },
        require_pkce: {
          errors: ['PKCE is required for public applications.'],
          codes: ['pkce_mandatory'],
        },
      });
      expect((await update({ require_pkce: true }, getPath(created))).status).toBe(200);
    });

    it('sets the version of later requests without Accept-Version', async () => {
      await update({ api_version: '1.13.7' });
      expect((await read()).application.api_version).toBe('1.13');
      const { headers } = await me(caller.token);
      expect(headers['content-version']).toBe('1.13');
    });

    it('keeps concurrent changes of different members', async () => {
      const answers = await Promise.all([
        update({ name: 'Both' }),
        update({ api_version: '1.9' }),
        update({ require_pkce: false }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await row()).toMatchObject({ name: 'Both', apiVersion: '1.9', requirePkce: false });
    });
  });

  describe('DELETE', () => {
    it('returns 204 and ends its grants and tokens, including the calling token', async () => {
      const { prisma } = service();
      const granted = await withGrantedToken();
      await prisma.grant.create({
        data: {
          id: newIdentifier(),
          accountId: caller.account.id,
          applicationId: caller.applicationId,
          scope: [],
          createdAt: new Date(),
          authorizations: {
            create: {
              id: newIdentifier(),
              scope: [],
              codeHash: hashToken(newAccessToken()),
              createdAt: new Date(),
              expiresAt: new Date(),
            },
          },
        },
      });
      const { status, text } = await as('delete', path);
      expect({ status, text }).toEqual({ status: 204, text: '' });
      for (const { token } of [caller, granted]) expect((await me(token)).status).toBe(401);
      const where = { applicationId: caller.applicationId };
      expect(await prisma.accessToken.count({ where })).toBe(0);
      expect(await prisma.grant.count({ where })).toBe(0);
      expect(await prisma.authorization.count({ where: { grant: where } })).toBe(0);
    });

    it('keeps the account, its other applications and the accounts it created', async () => {
      const second = await create();
      const registered = await service().create(caller);
      await as('delete', path);
      const token = second.body.application.access_token;
      expect((await me(token)).status).toBe(200);
      expect((await service().as({ ...caller, token }, 'get', path)).status).toBe(404);
      const { id } = registered.body.account;
      expect(await service().prisma.account.findUnique({ where: { id } })).toMatchObject({
        id,
      });
    });
  });

  describe('the access token', () => {
    it('can be regenerated, and the old one is refused from the next request on', async () => {
      const { status, body, headers } = await as('post', `${path}/token`);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      const token = body.application.access_token;
      expect(token).toMatch(tokenForm);
      expect((await me(caller.token)).status).toBe(401);
      expect((await me(token)).status).toBe(200);
      expect((await service().as({ ...caller, token }, 'get', path)).body).toEqual(body);
    });

    it('is regenerated by each of many concurrent requests, and exactly one remains', async () => {
      const second = (await create()).body.application;
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => as('post', `/applications/${second.id}/token`)),
      );
      // On a busy machine, a request that waits too long for the others times out.
      expect([200, 503]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
      expect(await ownTokens(second.id)).toBe(1);
      const created = answers.filter(({ status }) => status === 200);
      const statuses = await Promise.all(
        created.map(async ({ body }) => (await me(body.application.access_token)).status),
      );
      expect(statuses.sort()).toEqual([200, ...Array<number>(created.length - 1).fill(401)]);
    });

    it('is created only once after a revocation, even by concurrent requests', async () => {
      const second = (await create()).body.application;
      await as('delete', `/applications/${second.id}/token`);
      await Promise.all(
        Array.from({ length: 24 }, () => as('post', `/applications/${second.id}/token`)),
      );
      expect(await ownTokens(second.id)).toBe(1);
    });

    it('causes no errors if its application or account is deleted concurrently', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, async (_, index) => {
          const leaving = await service().newCaller();
          const its = `/applications/${leaving.applicationId}`;
          return Promise.all([
            as('post', `${its}/token`, leaving),
            as('delete', `${its}/token`, leaving),
            as('delete', index % 2 ? its : '/accounts/me', leaving),
          ]);
        }),
      );
      for (const { status } of answers.flat()) expect([200, 204, 401, 404]).toContain(status);
    });

    it('is revoked immediately, and then read as null', async () => {
      const second = (await create()).body.application;
      const revoke = () => as('delete', `/applications/${second.id}/token`);
      const { status, text } = await revoke();
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect((await me(second.access_token)).status).toBe(401);
      const { application } = await read(`/applications/${second.id}`);
      expect(application.access_token).toBeNull();
      expect((await revoke()).status).toBe(204);
      expect((await read(`/applications/${second.id}`)).application).toEqual(application);
    });

    it('can be changed without affecting OAuth tokens', async () => {
      const granted = await withGrantedToken();
      const { body } = await as('post', `${path}/token`);
      const token = body.application.access_token;
      expect((await me(granted.token)).status).toBe(200);
      await service().as({ ...caller, token }, 'delete', `${path}/token`);
      expect((await me(granted.token)).status).toBe(200);
    });
  });

  describe('the client secret', () => {
    it('can be rotated, and is returned only in that response', async () => {
      const created = (await create()).body.application;
      const own = `/applications/${created.id}`;
      const { status, body, headers } = await as('post', `${own}/secret`);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      const { client_secret, ...members } = body.application;
      expect(client_secret).toMatch(secretForm);
      expect(client_secret).not.toBe(created.client_secret);
      expect((await row(created.id)).clientSecretHash).toEqual(hashToken(client_secret));
      expect(await read(own)).toEqual({ ...body, application: members });
      expect(members.access_token).toBe(created.access_token);
    });

    it('does not exist for a public application', async () => {
      const created = await create({ public: true });
      const { status, body } = await as('post', `${getPath(created)}/secret`);
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          form: {
            errors: ['A public application does not have a client secret.'],
            codes: ['client_secret_unavailable'],
            children: {},
          },
        },
      });
    });
  });

  it('accepts any or no media type on routes without a body', async () => {
    const { id } = (await create()).body.application;
    const post = () => as('post', `/applications/${id}/token`);
    expect((await post()).status).toBe(200);
    expect((await post().send({})).status).toBe(200);
    expect((await post().set('Content-Type', 'text/plain').send('x')).status).toBe(200);
    expect((await post().type('form').send('x=y')).status).toBe(200);
    expect((await as('post', `/applications/${id}/secret`)).status).toBe(200);
  });

  standalone.it(hostOwned.parser, 'ignores invalid JSON on routes without a body', async () => {
    const { id } = (await create()).body.application;
    const post = (operation: string) =>
      as('post', `/applications/${id}/${operation}`).set('Content-Type', 'application/json');
    expect((await post('token')).status).toBe(200);
    expect((await post('token').send('{')).status).toBe(200);
    expect((await post('secret')).status).toBe(200);
  });

  describe('of another account', () => {
    it('returns 404, as for an unknown or malformed id', async () => {
      const other = await service().newCaller();
      const before = await row(other.applicationId);
      const ids = [other.applicationId, newIdentifier(), 'x', 'me', '%00', 'a'.repeat(100)];
      const bodies = new Set<string>();
      for (const id of ids) {
        for (const [method, to] of routes(`/applications/${id}`)) {
          const { status, body, text } = await as(method, to).send({ name: 'Mine' });
          expect({ method, to, status, error: body.error }).toEqual({
            method,
            to,
            status: 404,
            error: 'application_not_found',
          });
          bodies.add(text);
        }
      }
      expect(bodies.size).toBe(1);
      expect(await row(other.applicationId)).toEqual(before);
      expect((await me(other.token)).status).toBe(200);
    });

    standalone.it(hostOwned.router, 'returns 404 for a very long id', async () => {
      for (const [method, to] of routes(`/applications/${'a'.repeat(300)}`)) {
        const { status, body } = await as(method, to).send({ name: 'Mine' });
        expect([method, status, body.error]).toEqual([method, 404, 'application_not_found']);
      }
    });

    it('is rejected after the token is checked, but before version and body', async () => {
      const put = (by: Caller | undefined, to: string) =>
        service()
          .as(by, 'put', to)
          .set('Accept-Version', '9.9')
          .set('Content-Type', 'text/plain')
          .send('{');
      const unknown = `/applications/${newIdentifier()}`;
      expect((await put(undefined, unknown)).status).toBe(401);
      expect((await put(await withGrantedToken(), unknown)).status).toBe(403);
      expect((await put(caller, unknown)).status).toBe(404);
      const version = await put(caller, path);
      expect(version.status).toBe(400);
      expect(version.body.form.errors[0]).toMatch(/version/);
      expect((await as('put', path).set('Content-Type', 'text/plain').send('{')).status).toBe(415);
    });
  });

  it('refuses a token granted through OAuth, regardless of its scope', async () => {
    const granted = await withGrantedToken();
    const before = await row();
    const all: [Method, string][] = [
      ['get', '/applications'],
      ['post', '/applications'],
      ...routes(path),
    ];
    for (const [method, to] of all) {
      const { status, body } = await as(method, to, granted).send({ name: 'x' });
      expect({ method, to, status, error: body.error }).toEqual({
        method,
        to,
        status: 403,
        error: 'access_denied',
      });
    }
    expect(await row()).toEqual(before);
    expect((await me(caller.token)).status).toBe(200);
  });
});

const limits = ['read=2/1m', 'create=1/1m', 'update=3/1m', 'delete=1/1m'];

describeService(
  'the limits of /applications',
  (service) => {
    it('count reads per token and writes per owning account', async () => {
      const caller = await service().newCaller();
      const created = await service().as(caller, 'post', '/applications').send({ name: 'Second' });
      const { id, access_token: token } = created.body.application;
      const second = { ...caller, token };
      const path = `/applications/${id}`;
      const asked = async (by: Caller, method: Method, to: string) => {
        const { status, headers } = await service().as(by, method, to).send({ name: 'x' });
        return [status, headers['ratelimit-policy']];
      };
      const policy = (name: string, limit: number) => `"applications.${name}";q=${limit};w=60`;

      expect(await asked(caller, 'get', path)).toEqual([200, policy('read', 2)]);
      expect(await asked(caller, 'get', '/applications')).toEqual([200, policy('read', 2)]);
      expect(await asked(caller, 'get', path)).toEqual([429, policy('read', 2)]);
      expect(await asked(second, 'get', path)).toEqual([200, policy('read', 2)]);

      expect(await asked(second, 'post', '/applications')).toEqual([429, policy('create', 1)]);

      expect(await asked(second, 'put', path)).toEqual([200, policy('update', 3)]);
      expect(await asked(caller, 'post', `${path}/secret`)).toEqual([200, policy('update', 3)]);
      expect(await asked(caller, 'post', `${path}/token`)).toEqual([200, policy('update', 3)]);
      expect(await asked(caller, 'delete', `${path}/token`)).toEqual([429, policy('update', 3)]);

      expect(await asked(caller, 'delete', path)).toEqual([204, policy('delete', 1)]);
      expect(await asked(caller, 'delete', path)).toEqual([429, policy('delete', 1)]);
    });
  },
  { rateLimits: parseRateLimits(limits.map((each) => `applications.${each}`).join()) },
);
