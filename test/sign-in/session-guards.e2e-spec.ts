import {
  Body,
  Controller,
  Get,
  Module,
  Put,
  Post,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type INestApplication,
  type Type,
} from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { AccountsModule } from '../../src/accounts.module.js';
import { SessionsRepository } from '../../src/access/sessions/sessions.repository.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import {
  AccountSuspendedError,
  AllowedOrigin,
  AnyAuth,
  BearerAuth,
  byHost,
  CurrentPrincipal,
  CurrentRequester,
  OptionalAuth,
  SecondFactorMissingError,
  SessionAuth,
  SessionRequiredError,
  SessionUnconfirmedError,
  SignInExpiredError,
  ValidationFailedError,
  type AnyPrincipal,
  type ByToken,
  type ByVisitor,
  type SessionPrincipal,
} from '../../src/decorators/index.js';
import { signInFeature } from '../../src/sign-in/sign-in.feature.js';
import { ageSessions } from '../support/clients/person.js';
import {
  BrowserFactorsService,
  BrowserSignInService,
  BrowserSignUpService,
  SessionCookies,
  SessionsService,
} from '../../src/sign-in/index.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { SessionClient } from '../support/clients/session-client.js';
import { adapters, leastOptions, startHost, type AdapterName } from '../support/hosts/guest.js';
import { newEmail, password } from '../support/hosts/service.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const publicUrl = 'http://app.example.com';

const describeCaller = (principal: AnyPrincipal | undefined) =>
  principal ? { kind: principal.kind, id: principal.account.id } : { kind: 'nobody' };

@Controller('notes')
class NotesController {
  constructor(private readonly accounts: AccountsService) {}

  @Get('session')
  @SessionAuth()
  read(@CurrentPrincipal() { account, sessionId, amr, ...times }: SessionPrincipal) {
    return { id: account.id, sessionId, amr, ...times };
  }

  @Get('name')
  @SessionAuth()
  readName(@CurrentPrincipal() { account }: SessionPrincipal) {
    return { name: account.name };
  }

  @Put('session')
  @SessionAuth()
  async rename(@CurrentRequester() requester: ByVisitor) {
    const { accountId } = requester;
    return { name: (await this.accounts.update(accountId!, { name: 'Renamed' }, requester)).name };
  }

  @Put('email')
  @SessionAuth({ confirmed: true })
  async changeEmail(@Body() { email }: { email: string }, @CurrentRequester() by: ByVisitor) {
    const proof = { ...by, by: 'owner' } as const;
    return { email: (await this.accounts.update(by.accountId!, { email }, proof)).email };
  }

  @Get('any')
  @AnyAuth('account:write')
  readAny(@CurrentPrincipal() principal: AnyPrincipal) {
    return describeCaller(principal);
  }

  @Post('any')
  @AnyAuth()
  changeAny(@CurrentRequester() { channel }: ByToken | ByVisitor) {
    return { channel };
  }

  @Get('optional')
  @OptionalAuth()
  readOptionally(@CurrentPrincipal() principal?: AnyPrincipal) {
    return describeCaller(principal);
  }

  @Post('optional')
  @OptionalAuth()
  changeOptionally(@CurrentPrincipal() principal?: AnyPrincipal) {
    return describeCaller(principal);
  }

  @Post('entry')
  @AllowedOrigin()
  enter() {
    return {};
  }

  @Get('bearer')
  @BearerAuth()
  readWithToken() {
    return {};
  }
}

const releases = new EventEmitter();

@WebSocketGateway()
class NotesGateway {
  @SubscribeMessage('waiting')
  @SessionAuth()
  @UseInterceptors({
    intercept: async (_: ExecutionContext, next: CallHandler) => {
      await once(releases, 'release');
      return next.handle();
    },
  })
  waiting(@CurrentPrincipal() principal?: SessionPrincipal) {
    return { event: 'waiting', data: principal?.account.id };
  }

  @SubscribeMessage('release')
  release() {
    releases.emit('release');
  }

  @SubscribeMessage('caller')
  @SessionAuth()
  caller(@CurrentPrincipal() principal: SessionPrincipal) {
    return { event: 'caller', data: principal.account.id };
  }
}

describe.each(Object.keys(adapters) as AdapterName[])('The session guards on %s', (adapter) => {
  let database: TestDatabase;
  let app: INestApplication;
  let url: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    @Module({
      imports: [
        AccountsModule.forRoot({
          ...leastOptions({ url: database.url }),
          publicUrl,
          features: [consoleFeature, signInFeature],
        }),
      ],
      controllers: [NotesController],
      providers: [NotesGateway],
    })
    class Notes {}
    const configure = (host: INestApplication) => host.useWebSocketAdapter(new WsAdapter(host));
    app = await startHost([Notes], [], adapter, configure);
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  async function newUser(signedIn = true) {
    const members = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
    const account = await app.get(AccountsService, { strict: false }).create(members, byHost);
    const applications = app.get(ApplicationsService, { strict: false });
    const { accessToken } = await applications.create(account.id, { name: 'Client' }, byHost);
    const browser = new SessionClient(url, publicUrl);
    if (signedIn) await browser.signInWith(account.email, password);
    return { id: account.id, browser, token: { authorization: `Bearer ${accessToken}` } };
  }
  const get = async (
    browser: SessionClient,
    path: string,
    headers: Record<string, string> = {},
  ) => {
    const { status, body } = await browser.call('GET', path, undefined, headers);
    return [status, body];
  };
  const refused = (status: number, error: string) => [status, expect.objectContaining({ error })];

  it('inject the session of a signed-in browser', async () => {
    const { id, browser } = await newUser();
    const session = (await browser.readSession()).body.session;
    expect(await get(browser, '/notes/session')).toEqual([
      200,
      {
        id,
        kind: 'session',
        sessionId: session.id,
        amr: ['pwd'],
        authenticatedAt: session.authenticated_at.replace('+00:00', 'Z'),
        expiresAt: expect.any(String),
      },
    ]);
  });

  it('require a recent sign-in or confirmation for a route that changes the email', async () => {
    const { id, browser, token } = await newUser();
    const change = async (by = browser, headers = {}) => {
      const email = newEmail();
      const { status, body } = await by.call('PUT', '/notes/email', { email }, headers);
      return status === 200 ? body.email === email : [status, body.error];
    };
    expect(await change()).toBe(true);
    await ageSessions({ prisma: app.get(PrismaService, { strict: false }) }, id, 11);
    expect((await get(browser, '/notes/session'))[0]).toBe(200);
    expect(await change()).toEqual([403, 'session_unconfirmed']);
    const confirmation = await browser.call('POST', '/api/session/confirmation', { password });
    expect(confirmation.status).toBe(200);
    expect(await change()).toBe(true);
    const stranger = new SessionClient(url, publicUrl);
    expect(await change(stranger, token)).toEqual([401, 'session_required']);
    expect(await change(browser, { origin: 'http://evil.example' })).toEqual([
      403,
      'origin_not_allowed',
    ]);
  });

  it('refuse a browser that is not signed in, without a challenge', async () => {
    const { browser, token } = await newUser(false);
    await browser.open('/console/sign-in');
    expect(browser.cookies.size).toBe(1);
    for (const headers of [{}, token]) {
      const answer = await browser.call('GET', '/notes/session', undefined, headers);
      expect([answer.status, answer.body.error]).toEqual([401, 'session_required']);
      expect(answer.headers.get('www-authenticate')).toBeNull();
    }
    const answer = await browser.call('GET', '/notes/any');
    expect([answer.status, answer.body.error]).toEqual([401, 'authentication_required']);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
  });

  it('accept a token or a session, and check only the token if there is one', async () => {
    const { id, browser, token } = await newUser();
    expect(await get(browser, '/notes/any')).toEqual([200, { kind: 'session', id }]);
    const stranger = new SessionClient(url, publicUrl);
    const answer = await get(stranger, '/notes/any', token);
    expect(answer).toEqual([200, { kind: 'application', id }]);
    expect(await get(browser, '/notes/any', token)).toEqual(answer);
    for (const path of ['/notes/any', '/notes/optional']) {
      const wrong = { authorization: 'Bearer wrong' };
      expect(await get(browser, path, wrong)).toEqual(refused(401, 'invalid_token'));
      expect(await get(browser, `${path}?access_token=wrong`)).toEqual(
        refused(401, 'invalid_token'),
      );
    }
    const basic = { authorization: 'Basic eDp5' };
    expect(await get(browser, '/notes/any', basic)).toEqual([200, { kind: 'session', id }]);
  });

  it('accept anonymous requests where a caller is optional', async () => {
    const { id, browser, token } = await newUser();
    const stranger = new SessionClient(url, publicUrl);
    expect(await get(browser, '/notes/optional')).toEqual([200, { kind: 'session', id }]);
    expect(await get(stranger, '/notes/optional', token)).toEqual([
      200,
      { kind: 'application', id },
    ]);
    expect(await get(stranger, '/notes/optional')).toEqual([200, { kind: 'nobody' }]);
    stranger.cookies.set('accounts-browser', 'x'.repeat(86));
    expect(await get(stranger, '/notes/optional')).toEqual([200, { kind: 'nobody' }]);
  });

  it('never accept a session where a token is required', async () => {
    const { browser } = await newUser();
    expect(await get(browser, '/notes/bearer')).toEqual(refused(401, 'authentication_required'));
  });

  it('refuse changes with the session from pages on another origin', async () => {
    const { browser, token } = await newUser();
    const stranger = new SessionClient(url, publicUrl);
    const foreign = { origin: 'http://evil.example' };
    const change = async (by: SessionClient, path: string, headers: Record<string, string>) => {
      const { status, body } = await by.call('POST', path, {}, headers);
      return [status, body];
    };
    const origin = refused(403, 'origin_not_allowed');
    expect(await get(browser, '/notes/session', foreign)).toEqual([200, expect.anything()]);
    const put = await browser.call('PUT', '/notes/session', {}, foreign);
    expect([put.status, put.body]).toEqual(origin);
    for (const path of ['/notes/any', '/notes/optional']) {
      expect(await change(browser, path, foreign)).toEqual(origin);
      expect(await change(browser, path, { origin: '' })).toEqual(origin);
    }
    expect(await change(stranger, '/notes/any', { ...foreign, ...token })).toEqual([
      201,
      { channel: 'http' },
    ]);
    expect(await change(stranger, '/notes/optional', foreign)).toEqual([201, { kind: 'nobody' }]);
    expect(await change(browser, '/notes/any', {})).toEqual([201, { channel: 'session' }]);
    expect(await change(stranger, '/notes/entry', foreign)).toEqual(origin);
    expect(await change(stranger, '/notes/entry', {})).toEqual([201, {}]);
  });

  it('pass the session to services as their caller', async () => {
    const { id, browser } = await newUser();
    const headers = { 'user-agent': 'Firefox/143.0 (X11)' };
    const renamed = await browser.call('PUT', '/notes/session', {}, headers);
    expect(renamed.body).toEqual({ name: 'Renamed' });
    const where = { accountId: id, event: 'account.update' };
    const events = await app.get(PrismaService, { strict: false }).auditEvent.findMany({ where });
    const device = 'Firefox, Linux';
    expect(events).toMatchObject([{ channel: 'session', actorId: id, device }]);
  });

  it('respond in the language of the account', async () => {
    const { id, browser } = await newUser();
    const prisma = app.get(PrismaService, { strict: false });
    await prisma.account.update({ where: { id }, data: { languageCode: 'de' } });
    const { headers } = await browser.readSession();
    expect(headers.get('content-language')).toBe('de');
  });

  it('refuse a suspended account', async () => {
    const { id, browser } = await newUser();
    const prisma = app.get(PrismaService, { strict: false });
    await prisma.account.update({ where: { id }, data: { suspendedAt: new Date() } });
    for (const path of ['/notes/session', '/notes/any', '/notes/optional']) {
      expect(await get(browser, path)).toEqual(refused(403, 'account_suspended'));
    }
  });

  it('read a session from the cache, until it ends or its account changes on any node', async () => {
    const { id, browser } = await newUser();
    const prisma = app.get(PrismaService, { strict: false });
    const read = async () => (await get(browser, '/notes/session'))[0];
    await browser.call('PUT', '/notes/session', {});
    expect((await get(browser, '/notes/name'))[1]).toEqual({ name: 'Renamed' });
    const find = jest.spyOn(app.get(SessionsRepository, { strict: false }), 'find');
    // The first requests of a node begin to follow the changes of others.
    await until(async () => {
      find.mockClear();
      return (await read()) === 200 && find.mock.calls.length === 0;
    });
    find.mockRestore();
    const data = { name: 'Eda', revision: { increment: 1 } };
    await prisma.account.update({ where: { id }, data });
    await until(async () => (await get(browser, '/notes/name'))[1].name === 'Eda');
    await prisma.session.deleteMany({ where: { accountId: id } });
    await until(async () => (await read()) === 401);
  });

  it('immediately refuse a session that ended on this node, and the token before a confirmation', async () => {
    const { browser } = await newUser();
    const copy = new SessionClient(url, publicUrl);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect(await get(copy, '/notes/session')).toEqual([200, expect.anything()]);
    expect((await browser.call('POST', '/api/session/confirmation', { password })).status).toBe(
      200,
    );
    expect(await get(copy, '/notes/session')).toEqual(refused(401, 'session_required'));
    expect(await get(browser, '/notes/session')).toEqual([200, expect.anything()]);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    await browser.call('DELETE', '/api/session');
    expect(await get(copy, '/notes/session')).toEqual(refused(401, 'session_required'));
  });

  it('accept the handshake of a WebSocket only from an allowed origin', async () => {
    const { id, browser } = await newUser();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const ask = async (headers: Record<string, string>) => {
      const socket = new WebSocket(url.replace('http', 'ws'), { headers });
      await once(socket, 'open');
      socket.send(JSON.stringify({ event: 'caller', data: {} }));
      const [message] = (await once(socket, 'message')) as [Buffer];
      socket.close();
      const { event, data } = JSON.parse(message.toString());
      return [event, data.error ?? data];
    };
    expect(await ask({ cookie, origin: publicUrl })).toEqual(['caller', id]);
    const foreign = { cookie, origin: 'http://evil.example' };
    expect(await ask(foreign)).toEqual(['exception', 'origin_not_allowed']);
    expect(await ask({ cookie })).toEqual(['exception', 'origin_not_allowed']);
    expect(await ask({ origin: publicUrl })).toEqual(['exception', 'session_required']);
  });

  it('keep the caller of a message while another one is being checked', async () => {
    const { id, browser } = await newUser();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const socket = new WebSocket(url.replace('http', 'ws'), {
      headers: { cookie, origin: publicUrl },
    });
    await once(socket, 'open');
    const answers: unknown[] = [];
    socket.on('message', (message: Buffer) => answers.push(JSON.parse(message.toString())));
    const send = (event: string) => socket.send(JSON.stringify({ event, data: {} }));
    send('waiting');
    await setTimeout(200);
    send('caller');
    send('release');
    await until(() => answers.length === 2);
    socket.close();
    expect(answers).toEqual(
      expect.arrayContaining([
        { event: 'caller', data: id },
        { event: 'waiting', data: id },
      ]),
    );
  });
});

describe.each(Object.keys(adapters) as AdapterName[])('Two mounts in a host on %s', (adapter) => {
  it('have separate sessions, cookies and guards', async () => {
    const databases = [await createTestDatabase(), await createTestDatabase()];
    const mount = (index: number, mountPath: string) =>
      AccountsModule.forRoot({
        ...leastOptions({ url: databases[index]!.url }),
        publicUrl,
        name: mountPath,
        mountPath,
        features: [signInFeature],
      });
    const createHost = (path: string, index: number) => {
      @Controller(`${path}-notes`)
      class GuardedController {
        constructor(readonly accounts: AccountsService) {}

        @Get()
        @SessionAuth()
        read(@CurrentPrincipal() { account }: SessionPrincipal) {
          return { id: account.id };
        }
      }
      @Module({ imports: [mount(index, path)], controllers: [GuardedController] })
      class GuardedModule {}
      return { module: GuardedModule, controller: GuardedController };
    };
    const hosts = [createHost('staff', 0), createHost('people', 1)];
    const app = await startHost(
      hosts.map(({ module }) => module),
      [],
      adapter,
    );
    try {
      const browser = new SessionClient(await app.getUrl(), publicUrl);
      const email = newEmail();
      const members = { name: 'Ada', email, password, language_code: 'en' };
      const ids = [];
      for (const { controller } of hosts) {
        const { accounts } = app.get(controller, { strict: false });
        ids.push((await accounts.create(members, byHost)).id);
      }
      const statuses = async () => [
        (await browser.call('GET', '/staff/api/session')).status,
        (await browser.call('GET', '/people/api/session')).status,
        (await browser.call('GET', '/staff-notes')).status,
        (await browser.call('GET', '/people-notes')).status,
      ];
      expect(await statuses()).toEqual([401, 401, 401, 401]);
      await browser.call('POST', '/staff/api/session', { email, password });
      expect(await statuses()).toEqual([200, 401, 200, 401]);
      const staffToken = browser.cookies.get('accounts-staff-browser')!;
      browser.cookies.set('accounts-people-browser', staffToken);
      expect(await statuses()).toEqual([200, 401, 200, 401]);
      await browser.call('POST', '/people/api/session', { email, password });
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      expect((await browser.call('GET', '/staff-notes')).body).toEqual({ id: ids[0] });
      expect((await browser.call('GET', '/people-notes')).body).toEqual({ id: ids[1] });
      await browser.call('DELETE', '/staff/api/session');
      expect(await statuses()).toEqual([401, 200, 401, 200]);
    } finally {
      await app.close();
      for (const database of databases) await database.drop();
    }
  });
});

describe('A host with session guards or origins', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  const start = (options: object, controllers: Type[] = []) => {
    @Module({
      imports: [AccountsModule.forRoot({ ...leastOptions({ url: database.url }), ...options })],
      controllers,
    })
    class Host {}
    return startHost([Host]);
  };

  it('accepts sessions that host code has begun with a first factor or a code', async () => {
    const app = await start({ publicUrl, features: [signInFeature], secondFactor: 'required' }, [
      NotesController,
    ]);
    try {
      const get = <T>(type: Type<T>) => app.get(type, { strict: false });
      const { id, email } = await get(AccountsService).create(
        { name: 'Ada', email: newEmail(), password, language_code: 'en' },
        byHost,
      );
      const signIns = get(BrowserSignInService);
      const factors = get(BrowserFactorsService);
      const browser = { requester: { ...byHost, source: '192.0.2.1' }, userAgent: 'Code' };
      const read = async (token: string) => {
        const client = new SessionClient(await app.getUrl(), publicUrl);
        client.cookies.set(get(SessionCookies).name, token);
        return client.call('GET', '/notes/session');
      };
      const first = await signIns.signIn(email, password, browser);
      if (first.status !== 'second_factor_setup_required') throw new Error(first.status);
      expect((await read(first.pendingSetup)).status).toBe(401);
      const settingUp = { ...browser, pendingSignIn: first.pendingSetup };
      await expect(signIns.verifyCode('123456', settingUp)).rejects.toThrow(SignInExpiredError);
      const { setup, secret } = await factors.beginApp(settingUp);
      const added = await factors.addApp({ setup, code: createAppCode(secret) }, settingUp);
      if (added.status !== 'signed_in') throw new Error(added.status);
      expect(added.recoveryCodes).toHaveLength(10);
      expect((await read(added.token)).body).toMatchObject({ id, amr: ['pwd', 'otp', 'mfa'] });
      const second = await signIns.signIn(email, password, browser);
      if (second.status !== 'second_factor_required') throw new Error(second.status);
      expect((await read(second.pending)).status).toBe(401);
      const entering = { ...browser, pendingSignIn: second.pending };
      const uncounted = { ...entering, requester: byHost as never };
      await expect(signIns.verifyCode('123456', uncounted)).rejects.toThrow(TypeError);
      for (const odd of [undefined, null, 5, {}, ['x']] as never[]) {
        for (const [given, secret] of [
          [odd, password],
          [email, odd],
        ] as const) {
          await expect(signIns.signIn(given, secret, browser)).rejects.toThrow(
            ValidationFailedError,
          );
        }
        await expect(signIns.verifyCode(odd, entering)).rejects.toThrow(ValidationFailedError);
      }
      const token = await signIns.verifyCode(createAppCode(secret, 1), entering);
      expect((await read(token)).body).toMatchObject({ id, amr: ['pwd', 'otp', 'mfa'] });
      const sessions = get(SessionsService);
      expect(await sessions.list(id)).toHaveLength(2);
      await sessions.end(id, (await sessions.find(token))!.id, byHost);
      expect((await read(token)).status).toBe(401);
      expect((await read(added.token)).status).toBe(200);
    } finally {
      await app.close();
    }
  });

  it('signs up and removes factors in code', async () => {
    const app = await start({ publicUrl, features: [signInFeature], rateLimits: {} });
    try {
      const get = <T>(type: Type<T>) => app.get(type, { strict: false });
      const [signUps, factors] = [get(BrowserSignUpService), get(BrowserFactorsService)];
      const requester = { ...byHost, source: '192.0.2.2' };
      const visitor = { requester, userAgent: 'Code' };
      const input = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
      const uncounted = { ...visitor, requester: byHost as never };
      await expect(signUps.signUp(input, uncounted, {})).rejects.toThrow(TypeError);
      await expect(signUps.signUp({ ...input, name: '' }, visitor, {})).rejects.toThrow(
        ValidationFailedError,
      );
      const step = await signUps.signUp(input, visitor, {});
      if (step?.status !== 'signed_in') throw new Error(step?.status);
      const readBrowser = async () => {
        const session = (await get(SessionsService).find(step.token))!;
        return { ...visitor, session, account: session.account };
      };
      const browser = await readBrowser();
      const { setup, secret } = await factors.beginApp(browser);
      const added = await factors.addApp({ setup, code: createAppCode(secret) }, browser);
      expect(added.status).toBe('added');
      expect(await factors.find(browser.account)).toEqual({
        hasApp: true,
        passkeys: [],
        recoveryCodes: 10,
        isRemovable: true,
        removalAt: null,
      });
      expect(await factors.renamePasskey('x', 'Phone', browser)).toBe(false);
      expect(await factors.replaceRecoveryCodes(browser)).toHaveLength(10);
      await expect(factors.removeApp(visitor)).rejects.toThrow(SessionRequiredError);
      await ageSessions({ prisma: get(PrismaService) }, browser.account.id, 11);
      await expect(factors.removeApp(await readBrowser())).rejects.toThrow(SessionUnconfirmedError);
      await expect(factors.removePasskey('x', await readBrowser())).rejects.toThrow(
        SessionUnconfirmedError,
      );
      const { account } = browser;
      const suspended = { ...browser, account: { ...account, suspendedAt: new Date() } };
      await expect(factors.removeApp(suspended)).rejects.toThrow(AccountSuspendedError);
      await factors.removeApp(browser);
      expect(await factors.find(browser.account)).toMatchObject({
        hasApp: false,
        recoveryCodes: 0,
      });
      await expect(factors.replaceRecoveryCodes(browser)).rejects.toThrow(SecondFactorMissingError);
    } finally {
      await app.close();
    }
  });

  it.each([SessionAuth, AnyAuth, OptionalAuth])(
    'does not start without signInFeature if it uses %p',
    async (guard) => {
      @Controller('guarded')
      class GuardedController {
        @Get()
        @guard()
        read() {
          return {};
        }
      }
      await expect(start({ publicUrl }, [GuardedController])).rejects.toMatchObject({
        name: 'AccountsOptionsError',
        message: expect.stringContaining('signInFeature'),
      });
    },
  );

  it.each([
    ['without publicUrl', { features: [signInFeature] }, /publicUrl/],
    [
      'with allowed origins but without signInFeature',
      { publicUrl, allowedOrigins: [publicUrl], features: [consoleFeature] },
      /allowedOrigins needs signInFeature/,
    ],
    ...[
      'https://a.example/',
      'https://a.example/path',
      'a.example',
      '*',
      'https://*.example.com',
      'null',
      'file://x',
      'https://A.example',
    ].map((origin): [string, object, RegExp] => [
      `with ${origin} as an allowed origin`,
      { publicUrl, allowedOrigins: [origin], features: [signInFeature] },
      /allowedOrigins must list at least one origin/,
    ]),
    [
      'with an empty list of allowed origins',
      { publicUrl, allowedOrigins: [], features: [signInFeature] },
      /allowedOrigins must list at least one origin/,
    ],
  ])('does not start %s', async (_, options, message) => {
    await expect(start(options)).rejects.toThrow(message);
  });
});
