import { ApolloDriver } from '@nestjs/apollo';
import {
  Catch,
  Controller,
  Module,
  UseFilters,
  type ArgumentsHost,
  type ExceptionFilter,
  type DynamicModule,
  type INestApplication,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  Args,
  GraphQLModule,
  ObjectType,
  Query,
  ResolveField,
  Resolver,
  Subscription,
} from '@nestjs/graphql';
import { MercuriusDriver } from '@nestjs/mercurius';
import { ClientProxyFactory, MessagePattern, Transport as Nest } from '@nestjs/microservices';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { WsAdapter } from '@nestjs/platform-ws';
import { MessageBody, SubscribeMessage, WebSocketGateway, WsException } from '@nestjs/websockets';
import { GraphQLError } from 'graphql';
import { once, type EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { firstValueFrom } from 'rxjs';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { BearerAuth } from '../../src/http/bearer-auth.decorator.js';
import { AnyAuth, OptionalAuth, SessionAuth } from '../../src/http/session-auth.decorator.js';
import { CurrentRequester } from '../../src/http/current-requester.decorator.js';
import {
  CurrentPrincipal,
  type AnyPrincipal,
  type Principal,
} from '../../src/principals/principal.js';
import { byHost, type ByToken, type ByVisitor } from '../../src/request/requester.js';
import { signInFeature } from '../../src/sign-in/sign-in.feature.js';
import { AccountsTestingModule } from '../../src/testing/accounts-testing.module.js';
import { SessionClient } from '../support/clients/session-client.js';
import { leastOptions, newGuest, startHost, type AdapterName } from '../support/hosts/guest.js';
import { newEmail, password } from '../support/hosts/service.js';
import { freePort } from '../support/processes/service-process.js';
import { until } from '../support/until.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

/** Clients and handshakes that the host's gateway has received. */
const connected: object[] = [];

/** Describes the caller that a handler receives. */
function describeCaller({ account, kind }: Principal, requester: ByToken): string {
  const { channel, accountId, tokenId, source, requestId } = requester;
  const complete = accountId === account.id && Boolean(tokenId) && Boolean(requestId);
  return [account.name, kind, channel, source, complete].join(' ');
}

const describeSession = ({ account }: AnyPrincipal, { channel }: ByToken | ByVisitor) =>
  `${account.name} ${channel}`;

@Resolver()
@BearerAuth('account:read')
class NotesResolver {
  constructor(private readonly accounts: AccountsService) {}

  @Query(() => String)
  caller(@CurrentPrincipal() principal: Principal, @CurrentRequester() requester: ByToken) {
    return describeCaller(principal, requester);
  }

  @Query(() => String)
  @BearerAuth('account:write')
  async rename(
    @Args('name', { type: () => String }) name: string,
    @CurrentRequester() requester: ByToken,
  ) {
    return (await this.accounts.update(requester.accountId, { name }, requester)).name;
  }

  @Query(() => String)
  own(): string {
    throw new GraphQLError('an error of the host');
  }

  @Subscription(() => String)
  async *callers(@CurrentPrincipal() { account }: Principal) {
    yield { callers: account.name };
  }
}

@ObjectType()
class Note {}

@Resolver(() => Note)
class BrowserResolver {
  @Query(() => String)
  @SessionAuth()
  session(
    @CurrentPrincipal() principal: AnyPrincipal,
    @CurrentRequester() requester: ByToken | ByVisitor,
  ) {
    return describeSession(principal, requester);
  }

  @Query(() => String)
  @AnyAuth('account:read')
  any(
    @CurrentPrincipal() principal: AnyPrincipal,
    @CurrentRequester() requester: ByToken | ByVisitor,
  ) {
    return describeSession(principal, requester);
  }

  @Query(() => String)
  @OptionalAuth()
  optional(@CurrentPrincipal() principal?: AnyPrincipal) {
    return principal?.account.name ?? 'nobody';
  }

  @Query(() => Note)
  @SessionAuth()
  note() {
    return {};
  }

  @ResolveField(() => String)
  async reader(@CurrentPrincipal() principal?: AnyPrincipal) {
    await delay(20);
    return principal?.account.name ?? 'nobody';
  }

  @Subscription(() => String)
  @SessionAuth()
  async *sessions(@CurrentPrincipal() { account }: AnyPrincipal) {
    yield { sessions: account.name };
  }
}

/** A host filter: that of Nest 11 sends no response to a `ws` client. */
@Catch(WsException)
class HostFilter implements ExceptionFilter<WsException> {
  catch({ message }: WsException, host: ArgumentsHost): void {
    const client = host.switchToWs().getClient<WebSocket | EventEmitter>();
    const data = { message, cause: {} };
    if (!('readyState' in client)) client.emit('exception', data);
    else client.send(JSON.stringify({ event: 'exception', data }));
  }
}

@WebSocketGateway()
class NotesGateway {
  constructor(private readonly accounts: AccountsService) {}

  /** The host also reads the handshake. */
  handleConnection(client: object, ...[request]: object[]) {
    connected.push(client, request!);
  }

  @SubscribeMessage('caller')
  @BearerAuth('account:read')
  caller(@CurrentPrincipal() principal: Principal, @CurrentRequester() requester: ByToken) {
    return { event: 'caller', data: describeCaller(principal, requester) };
  }

  @SubscribeMessage('rename')
  @BearerAuth('account:write')
  async rename(@MessageBody() { name }: { name: string }, @CurrentRequester() requester: ByToken) {
    const account = await this.accounts.update(requester.accountId, { name }, requester);
    return { event: 'rename', data: account.name };
  }

  @SubscribeMessage('session')
  @SessionAuth()
  session(
    @CurrentPrincipal() principal: AnyPrincipal,
    @CurrentRequester() requester: ByToken | ByVisitor,
  ) {
    return { event: 'session', data: describeSession(principal, requester) };
  }

  @SubscribeMessage('any')
  @AnyAuth('account:read')
  any(
    @CurrentPrincipal() principal: AnyPrincipal,
    @CurrentRequester() requester: ByToken | ByVisitor,
  ) {
    return { event: 'any', data: describeSession(principal, requester) };
  }

  @SubscribeMessage('optional')
  @OptionalAuth()
  optional(@CurrentPrincipal() principal?: AnyPrincipal) {
    return { event: 'optional', data: principal?.account.name ?? 'nobody' };
  }

  @SubscribeMessage('own')
  @BearerAuth()
  @UseFilters(HostFilter)
  own(): string {
    throw new WsException('an error of the host');
  }

  @SubscribeMessage('open')
  open(@CurrentPrincipal() principal: Principal | undefined) {
    return { event: 'open', data: principal?.account.name ?? 'nobody' };
  }
}

interface Caller {
  readonly headers?: Record<string, string>;
  /** The query string of the request or handshake. */
  readonly query?: string;
}

/** The response to a call: the value, or the error of the transport. */
interface Answer {
  readonly value?: unknown;
  readonly error?: any;
}

interface Connection {
  call(operation: string, input?: { name: string }): Promise<Answer>;
  /** Returns the values of concurrent calls, with `exception` as operation for one that fails. */
  callTogether(operations: readonly string[]): Promise<[operation: string, value: unknown][]>;
  close(): void;
}

interface Transport {
  readonly adapter: AdapterName;
  readonly imports: DynamicModule[];
  readonly handlers: Type[];
  configure?(app: INestApplication): void;
  connect(url: string, caller: Caller): Promise<Connection>;
}

const graphql = (driver: Type, options: object): DynamicModule =>
  GraphQLModule.forRoot({
    driver,
    autoSchemaFile: true,
    graphiql: false,
    ...options,
  } as never);

async function connectToGraphql(
  url: string,
  { headers = {}, query = '' }: Caller,
): Promise<Connection> {
  return {
    close: () => undefined,
    async call(operation, input) {
      const field = input ? `${operation}(name: ${JSON.stringify(input.name)})` : operation;
      const response = await fetch(`${url}/graphql${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: `{ ${field} }` }),
      });
      const { data, errors } = await response.json();
      expect(response.status).toBe(200);
      return errors ? { error: errors[0] } : { value: data[operation] };
    },
    async callTogether(operations) {
      const fields = operations.map((operation, i) => `c${i}: ${operation}`);
      const response = await fetch(`${url}/graphql${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: `{ ${fields.join(' ')} }` }),
      });
      const { data, errors = [] } = await response.json();
      const values = Object.values(data ?? {}).map((value, i) => [operations[i]!, value] as const);
      return [...values, ...errors.map((error: unknown) => ['exception', error])];
    },
  };
}

async function connectToWs(url: string, { headers = {}, query = '' }: Caller): Promise<Connection> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/${query}`, { headers });
  await once(socket, 'open');
  return {
    close: () => socket.close(),
    async call(event, data) {
      const answered = once(socket, 'message', { signal: AbortSignal.timeout(5_000) });
      socket.send(JSON.stringify({ event, data }));
      const [message] = await answered;
      const answer = JSON.parse(String(message));
      return answer.event === 'exception' ? { error: answer.data } : { value: answer.data };
    },
    async callTogether(operations) {
      const values: [string, unknown][] = [];
      socket.on('message', (message) => {
        const { event, data } = JSON.parse(String(message));
        values.push([event, data]);
      });
      for (const event of operations) socket.send(JSON.stringify({ event }));
      await until(() => values.length === operations.length);
      return values;
    },
  };
}

async function connectToIo(
  url: string,
  { headers = {}, query = '', auth = {} }: Caller & { auth?: object },
  transports = ['websocket'],
): Promise<Connection> {
  const socket = io(url, {
    transports,
    extraHeaders: headers,
    query: Object.fromEntries(new URLSearchParams(query)),
    auth,
    reconnection: false,
    forceNew: true,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    close: () => socket.disconnect(),
    call: (event, data) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No answer to ${event}.`)), 5_000);
        const answer = (found: Answer) => {
          clearTimeout(timer);
          socket.off();
          resolve(found);
        };
        socket.once('exception', (error: unknown) => answer({ error }));
        socket.once(event, (value: unknown) => answer({ value }));
        socket.emit(event, data);
      }),
    async callTogether(operations) {
      const values: [string, unknown][] = [];
      socket.onAny((event: string, value: unknown) => values.push([event, value]));
      for (const event of operations) socket.emit(event);
      await until(() => values.length === operations.length);
      return values;
    },
  };
}

const transports: Record<string, Transport> = {
  'GraphQL with Apollo on Express': {
    adapter: 'express',
    imports: [
      graphql(ApolloDriver, {
        includeStacktraceInErrorResponses: true,
        subscriptions: { 'graphql-ws': true },
      }),
    ],
    handlers: [NotesResolver, BrowserResolver],
    connect: connectToGraphql,
  },
  'GraphQL with Mercurius': {
    adapter: 'fastify',
    imports: [graphql(MercuriusDriver, { subscription: true })],
    handlers: [NotesResolver, BrowserResolver],
    connect: connectToGraphql,
  },
  'WebSockets with ws on Express': {
    adapter: 'express',
    imports: [],
    handlers: [NotesGateway],
    configure: (app) => app.useWebSocketAdapter(new WsAdapter(app)),
    connect: connectToWs,
  },
  'WebSockets with ws on Fastify': {
    adapter: 'fastify',
    imports: [],
    handlers: [NotesGateway],
    configure: (app) => app.useWebSocketAdapter(new WsAdapter(app)),
    connect: connectToWs,
  },
  'socket.io': {
    adapter: 'express',
    imports: [],
    handlers: [NotesGateway],
    configure: (app) => app.useWebSocketAdapter(new IoAdapter(app)),
    connect: connectToIo,
  },
  'socket.io with its header, over polling': {
    adapter: 'fastify',
    imports: [],
    handlers: [NotesGateway],
    configure: (app) => app.useWebSocketAdapter(new IoAdapter(app)),
    connect: (url, caller) => connectToIo(url, caller, ['polling', 'websocket']),
  },
};

const isGraphql = (name: string) => name.startsWith('GraphQL');

/** The body of the HTTP response to the same failure, without what the transport adds. */
const getBody = (name: string, error: any) => {
  const { message, status, code, cause, ...body } = isGraphql(name)
    ? { message: error.message, ...error.extensions }
    : error;
  expect(cause === undefined).toBe(isGraphql(name));
  delete body.stacktrace;
  return { message, status, code, ...body };
};

const publicUrl = 'http://app.example.com';

describe.each(Object.entries(transports))('The guards over %s', (name, transport) => {
  let database: TestDatabase;
  let host: INestApplication;
  let token: string;
  let accountId: string;
  const connections: Connection[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    const accounts = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      publicUrl,
      features: [signInFeature],
      rateLimits: { 'auth.failed': { limit: 8, windowMs: 3_600_000 } },
    });
    @Module({ imports: [accounts, ...transport.imports], providers: transport.handlers })
    class NotesModule {}
    host = await startHost([NotesModule], [], transport.adapter, transport.configure);
    const guest = await newGuest(host);
    ({ token } = guest);
    accountId = guest.account.id;
  });
  afterEach(() => connections.splice(0).forEach((each) => each.close()));
  afterAll(async () => {
    await host.close();
    await database.drop();
  });
  const connect = async (caller: Caller = {}) => {
    const connection = await transport.connect(await host.getUrl(), caller);
    connections.push(connection);
    return connection;
  };
  const bearing = (given: string, headers: Record<string, string> = {}) => ({
    headers: { authorization: `Bearer ${given}`, ...headers },
  });
  const refusal = async (caller: Caller, operation = 'caller', input?: { name: string }) => {
    const { error } = await (await connect(caller)).call(operation, input);
    expect(JSON.stringify(error)).not.toMatch(/\bat .*\.[jt]s|node_modules/);
    return getBody(name, error);
  };
  const inTransport = (code: string) =>
    isGraphql(name) ? { code } : { code: undefined, status: 'error' };

  it('passes the caller of a valid token to the handler', async () => {
    const connection = await connect(bearing(token));
    for (let i = 0; i < 2; i++) {
      expect(await connection.call('caller')).toEqual({
        value: expect.stringMatching(/^Guest application http \S*127\.0\.0\.1 true$/),
      });
    }
    expect(await connection.call('rename', { name: 'Guest' })).toEqual({ value: 'Guest' });
  });

  it('accepts a token in the query', async () => {
    const { value } = await (await connect({ query: `?access_token=${token}` })).call('caller');
    expect(value).toContain('Guest');
  });

  it('refuses a caller without a token with an error of the transport', async () => {
    expect(await refusal({})).toEqual({
      message: 'An access token is required.',
      ...inTransport('UNAUTHENTICATED'),
      ...(isGraphql(name) && { status: 401 }),
      error: 'authentication_required',
      error_description: 'An access token is required.',
    });
  });

  it('refuses an unknown token in the caller’s language', async () => {
    expect(await refusal(bearing('wrong', { 'accept-language': 'de' }))).toMatchObject({
      message: 'Das Zugriffstoken ist ungültig.',
      ...inTransport('UNAUTHENTICATED'),
      error: 'invalid_token',
    });
  });

  it('refuses two tokens', async () => {
    expect(await refusal({ ...bearing(token), query: `?access_token=${token}` })).toMatchObject({
      ...inTransport('BAD_REQUEST'),
      form: { codes: ['token_conflict'] },
    });
  });

  it('reports validation errors with their form', async () => {
    expect(await refusal(bearing(token), 'rename', { name: '' })).toMatchObject({
      message: 'The request could not be understood.',
      ...inTransport('BAD_REQUEST'),
      form: { children: { name: { codes: ['blank'] } } },
    });
  });

  describe('with a session', () => {
    let browser: SessionClient;
    let cookie: string;
    let otherToken: string;
    beforeAll(async () => {
      const other = await newGuest(host, newEmail());
      otherToken = other.token;
      const accounts = host.get(AccountsService, { strict: false });
      await accounts.update(other.account.id, { name: 'Other' }, byHost);
      browser = new SessionClient(await host.getUrl(), publicUrl);
      const { account } = await newGuest(host, newEmail());
      await browser.signInWith(account.email, password);
      cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    });
    const foreign = 'http://evil.example';

    it('pass its account to the handler, until it ends, even on an open connection', async () => {
      const connection = await connect({ headers: { cookie, origin: publicUrl } });
      expect(await connection.call('session')).toEqual({ value: 'Guest session' });
      expect(await connection.call('any')).toEqual({ value: 'Guest session' });
      expect(await connection.call('optional')).toEqual({ value: 'Guest' });
      const { error } = await connection.call('caller');
      expect(getBody(name, error)).toMatchObject({ error: 'authentication_required' });
      const sameOrigin = await connect({ headers: { cookie, 'sec-fetch-site': 'same-origin' } });
      expect(await sameOrigin.call('session')).toEqual({ value: 'Guest session' });
      const other = new SessionClient(await host.getUrl(), publicUrl);
      const { account } = await newGuest(host, newEmail());
      await other.signInWith(account.email, password);
      const pairs = [...other.cookies].map((pair) => pair.join('=')).join('; ');
      const ending = await connect({ headers: { cookie: pairs, origin: publicUrl } });
      expect(await ending.call('session')).toEqual({ value: 'Guest session' });
      expect((await other.call('DELETE', '/api/session')).status).toBe(204);
      const ended = await ending.call('session');
      expect(getBody(name, ended.error)).toMatchObject({ error: 'session_required' });
    });

    it('refuse it from pages on another origin, unless a token authenticates the call', async () => {
      const refused = { ...inTransport('FORBIDDEN'), error: 'origin_not_allowed' };
      const origins: Record<string, string>[] = [{ origin: foreign }, {}];
      for (const origin of origins) {
        for (const operation of ['session', 'any', 'optional']) {
          const headers = { cookie, ...origin };
          expect(await refusal({ headers }, operation)).toMatchObject(refused);
        }
      }
      const both = await connect(bearing(token, { cookie, origin: foreign }));
      expect(await both.call('any')).toEqual({ value: 'Guest http' });
    });

    it('keep its account in concurrent calls with a token of another account', async () => {
      const values: Record<string, string> = {
        session: 'Guest session',
        optional: 'Other',
        any: 'Other http',
      };
      const operations = Array.from({ length: 60 }, (_, i) => Object.keys(values)[i % 3]!);
      const connection = await connect(bearing(otherToken, { cookie, origin: publicUrl }));
      // Lookups take longer than the cache, so that guards overlap in another order.
      for (let round = 0; round < 3; round++) {
        const called = await connection.callTogether(operations);
        expect(called.filter(([operation, value]) => value !== values[operation])).toEqual([]);
        expect(called).toHaveLength(60);
      }
    });

    it('do not lose it in concurrent calls with a wrong token', async () => {
      const connection = await connect(bearing('wrong', { cookie, origin: publicUrl }));
      const operations = Array.from({ length: 6 }, (_, i) => ['session', 'optional'][i % 2]!);
      const called = await connection.callTogether(operations);
      const failed = called.filter(([operation]) => operation === 'exception');
      const codes = new Set(failed.map(([, error]) => getBody(name, error).error));
      expect(codes).toEqual(new Set(['invalid_token']));
      // GraphQL returns no data beside an error of a field that is never null.
      expect(called.length - failed.length).toBe(isGraphql(name) ? 0 : 3);
    });

    it('refuse calls without one with an error of the transport', async () => {
      const headers = { origin: publicUrl };
      const code = inTransport('UNAUTHENTICATED');
      const missing = { ...code, error: 'session_required' };
      expect(await refusal({ headers }, 'session')).toMatchObject(missing);
      expect(await refusal(bearing(token, headers), 'session')).toMatchObject(missing);
      expect(await refusal({ headers }, 'any')).toMatchObject({
        ...code,
        error: 'authentication_required',
      });
      expect(await (await connect({ headers })).call('optional')).toEqual({ value: 'nobody' });
      expect(await refusal(bearing('wrong', headers), 'optional')).toMatchObject({
        ...code,
        error: 'invalid_token',
      });
    });

    if (isGraphql(name)) {
      it('pass it, and no token, to fields below a guarded one', async () => {
        const sent = { cookie, origin: publicUrl };
        const readers = async (caller: Caller, fields: string[]) =>
          (await (await connect(caller)).callTogether(fields)).at(-1);
        const field = 'note { reader }';
        expect(await readers({ headers: sent }, [field])).toEqual([field, { reader: 'Guest' }]);
        const both = await readers(bearing(otherToken, sent), ['any', field]);
        expect(both).toEqual([field, { reader: expect.stringMatching(/^(?:Guest|nobody)$/) }]);
      });

      it('check the handshake of a subscription, whatever its parameters say', async () => {
        const url = await host.getUrl();
        const ask = (headers: object, payload?: object) =>
          subscribe(url, headers, payload, 'sessions');
        expect(await ask({ cookie, origin: publicUrl })).toMatchObject({
          payload: { data: { sessions: 'Guest' } },
        });
        const forged = { origin: publicUrl, 'sec-fetch-site': 'same-origin', upgrade: 'h2c' };
        for (const payload of [undefined, forged, { headers: forged }]) {
          const answer = JSON.stringify(await ask({ cookie, origin: foreign }, payload));
          expect(answer).toContain('origin_not_allowed');
          expect(answer).not.toContain('node_modules');
        }
        for (const params of [{ cookie, ...forged }, { headers: { cookie, ...forged } }]) {
          const answer = JSON.stringify(await ask({ origin: publicUrl }, params));
          expect(answer).toContain('session_required');
        }
      });
    }
  });

  it('leaves errors of the host to the transport', async () => {
    const { error } = await (await connect(bearing(token))).call('own');
    expect(error.message).toBe('an error of the host');
    expect(error.error).toBeUndefined();
  });

  it('accepts a token only until it is revoked, even on an open connection', async () => {
    const applications = host.get(ApplicationsService, { strict: false });
    const created = await applications.create(accountId, { name: 'Ending' }, byHost);
    const connection = await connect(bearing(created.accessToken));
    expect((await connection.call('caller')).value).toContain('Guest');
    await applications.delete(accountId, created.application.id, byHost);
    const { error } = await connection.call('caller');
    expect(getBody(name, error)).toMatchObject({ error: 'invalid_token' });
    if (!isGraphql(name)) expect(await connection.call('open')).toEqual({ value: 'nobody' });
  });

  it('limits guesses per caller address', async () => {
    const connection = await connect(bearing('guessed'));
    let last: Answer = {};
    for (let i = 0; i < 9; i++) last = await connection.call('caller');
    expect(getBody(name, last.error)).toMatchObject({
      ...inTransport('TOO_MANY_REQUESTS'),
      error: 'rate_limited',
    });
    expect((await (await connect(bearing(token))).call('caller')).value).toContain('Guest');
  });
});

/** The first response to a subscription, in the protocol of graphql-ws. */
async function subscribe(
  url: string,
  headers: object,
  payload?: object,
  field = 'callers',
): Promise<any> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: headers as Record<string, string>,
  });
  await once(socket, 'open');
  const next = async () => {
    const [message] = await once(socket, 'message', { signal: AbortSignal.timeout(5_000) });
    return JSON.parse(String(message));
  };
  const acknowledged = next();
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  await acknowledged;
  const answered = next();
  const query = `subscription { ${field} }`;
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  const answer = await answered;
  socket.close();
  return answer;
}

/** Starts a test host for a transport, with tokens of a reader and a writer. */
async function startTestingHost({ imports, handlers, adapter, configure }: Transport) {
  const tokens = {
    reader: { kind: 'oauth', scope: ['account:read'], account: { name: 'Ada' } },
    writer: { kind: 'oauth', scope: ['account:write'], account: { languageCode: 'fr' } },
  } as const;
  @Module({
    imports: [AccountsTestingModule.forRoot({ tokens }), ...imports],
    providers: [...handlers, { provide: AccountsService, useValue: {} }],
  })
  class TestedModule {}
  return startHost([TestedModule], [], adapter, configure);
}

describe.each(Object.entries(transports))('a test of %s', (name, transport) => {
  let host: INestApplication;
  beforeAll(async () => {
    host = await startTestingHost(transport);
  });
  afterAll(() => host.close());

  it('accepts the configured test tokens with their scopes', async () => {
    const call = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const connection = await transport.connect(await host.getUrl(), { headers });
      const answer = await connection.call('caller');
      connection.close();
      return answer;
    };
    expect((await call('reader')).value).toContain('Ada oauth http');
    expect(getBody(name, (await call('writer')).error)).toMatchObject({
      error: 'insufficient_scope',
      message: expect.stringContaining('jeton'),
      ...(isGraphql(name) && { code: 'FORBIDDEN' }),
    });
  });
});

describe.each(Object.entries(transports).filter(([name]) => isGraphql(name)))(
  'a subscription over %s',
  (name, transport) => {
    let host: INestApplication;
    beforeAll(async () => {
      host = await startTestingHost(transport);
    });
    afterAll(() => host.close());
    const authorization = 'Bearer reader';

    it.each([
      ['the handshake', { authorization }, undefined],
      ['the connection parameters', {}, { authorization }],
      ['the connection parameters, with a capital letter', {}, { Authorization: authorization }],
    ])('accepts a token in %s', async (_, headers, payload) => {
      expect(await subscribe(await host.getUrl(), headers, payload)).toMatchObject({
        type: 'next',
        payload: { data: { callers: 'Ada' } },
      });
    });

    it.each<[string, object]>([
      ['a list', { authorization: [authorization] }],
      ['a number', { authorization: 5 }],
      ['an object', { authorization: { length: 1 } }],
    ])('is refused if its connection parameter is %s', async (_, payload) => {
      const odd = { ...payload, 'accept-language': ['de'], 'x-request-id': {} };
      const answer = JSON.stringify(await subscribe(await host.getUrl(), {}, odd));
      expect(answer).toContain('An access token is required.');
      expect(answer).not.toContain('node_modules');
    });

    it('is refused with a second token in its connection parameters', async () => {
      const sent = [{ authorization }, { authorization }] as const;
      const answer = JSON.stringify(await subscribe(await host.getUrl(), ...sent));
      expect(answer).toContain('token_conflict');
    });

    it('is refused without a token', async () => {
      const answer = JSON.stringify(await subscribe(await host.getUrl(), {}));
      expect(answer).toContain('An access token is required.');
      expect(answer).not.toContain('node_modules');
      expect(name).toMatch(/^GraphQL/);
    });
  },
);

@Resolver(() => Note)
class GuardedFieldResolver {
  @Query(() => Note)
  openNote() {
    return {};
  }

  @ResolveField(() => String)
  @BearerAuth('account:read')
  guarded() {
    return 'a secret';
  }
}

describe.each([
  ['Apollo', ApolloDriver, 'express'],
  ['Mercurius', MercuriusDriver, 'fastify'],
] as const)('a guarded field over %s', (_name, driver, adapter) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  const start = (fieldResolverEnhancers?: string[]) => {
    @Module({
      imports: [
        AccountsModule.forRoot(leastOptions({ url: database.url })),
        graphql(driver, { ...(fieldResolverEnhancers && { fieldResolverEnhancers }) }),
      ],
      providers: [GuardedFieldResolver],
    })
    class GuardedFieldModule {}
    return startHost([GuardedFieldModule], [], adapter);
  };

  it.each([[undefined], [[]], [['guards']], [['filters', 'interceptors']]])(
    'fails the start if the GraphQL module ignores its guard or filter: %j',
    async (enhancers) => {
      await expect(start(enhancers)).rejects.toThrow(
        "GuardedFieldResolver.guarded is guarded, but GraphQLModule ignores the guards of fields without its option fieldResolverEnhancers: ['guards', 'filters']",
      );
    },
  );

  it('refuses a query without a token', async () => {
    const host = await start(['guards', 'filters']);
    const response = await fetch(`${await host.getUrl()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ openNote { guarded } }' }),
    });
    const text = await response.text();
    expect(text).toContain('authentication_required');
    expect(text).not.toContain('a secret');
    await host.close();
  });
});

describe('a socket.io client', () => {
  const transport = transports['socket.io']!;
  let host: INestApplication;
  beforeAll(async () => {
    host = await startTestingHost(transport);
  });
  afterAll(() => host.close());
  const connect = async (caller: Parameters<typeof connectToIo>[1]) =>
    connectToIo(await host.getUrl(), caller);

  it('can present its token in auth', async () => {
    const connection = await connect({ auth: { token: 'reader' } });
    expect((await connection.call('caller')).value).toContain('Ada oauth http');
    connection.close();
  });

  it('must present only one token', async () => {
    const headers = { authorization: 'Bearer reader' };
    for (const caller of [{ headers }, { query: '?access_token=reader' }]) {
      const connection = await connect({ ...caller, auth: { token: 'reader' } });
      const { error } = await connection.call('caller');
      expect(error.form.codes).toEqual(['token_conflict']);
      connection.close();
    }
  });

  it.each([1, null, {}, ['reader']])('is refused with the token %j', async (token) => {
    const connection = await connect({ auth: { token } });
    expect((await connection.call('caller')).error.error).toMatch(/required|invalid/);
    connection.close();
  });

  it('receives a refusal as the requested acknowledgement', async () => {
    const socket = io(await host.getUrl(), { transports: ['websocket'], forceNew: true });
    const refused = await socket.timeout(5_000).emitWithAck('caller', { of: 'ada' });
    expect(refused).toMatchObject({
      status: 'error',
      error: 'authentication_required',
      cause: { pattern: 'caller', data: { of: 'ada' } },
    });
    socket.disconnect();
  });
});

describe('a ws client', () => {
  it('receives a refusal even if its data is deeply nested', async () => {
    const host = await startTestingHost(transports['WebSockets with ws on Express']!);
    const socket = new WebSocket((await host.getUrl()).replace('http', 'ws'));
    await once(socket, 'open');
    const deep = '['.repeat(60_000) + ']'.repeat(60_000);
    socket.send(`{"event":"caller","data":${deep}}`);
    const signal = AbortSignal.timeout(10_000);
    const [message] = (await once(socket, 'message', { signal })) as [Buffer];
    expect(JSON.parse(String(message))).toMatchObject({
      event: 'exception',
      data: { error: 'authentication_required', cause: { pattern: 'caller' } },
    });
    socket.close();
    await host.close();
  });
});

describe('a gateway on its own port', () => {
  it('reads the handshake and leaves it to the host’s gateway', async () => {
    const port = await freePort();
    @WebSocketGateway(port)
    class OwnPortGateway extends NotesGateway {}
    const transport = {
      ...transports['WebSockets with ws on Express']!,
      handlers: [OwnPortGateway],
    };
    const host = await startTestingHost(transport);
    connected.length = 0;
    const headers = { authorization: 'Bearer reader' };
    const connection = await connectToWs(`http://127.0.0.1:${port}`, { headers });
    expect((await connection.call('caller')).value).toContain('Ada oauth http');
    expect(connected).toEqual([expect.anything(), expect.objectContaining({ url: '/' })]);
    connection.close();
    await host.close();
  });
});

@Controller()
class NotesMessages {
  @MessagePattern('caller')
  @BearerAuth()
  caller(@CurrentPrincipal() { account }: Principal) {
    return account.name;
  }
}

describe('a message of the host', () => {
  it('cannot carry a token and is refused with a Nest error', async () => {
    const port = await freePort();
    @Module({
      imports: [AccountsTestingModule.forRoot({ tokens: {} })],
      controllers: [NotesMessages],
    })
    class MessagesModule {}
    const service = await NestFactory.createMicroservice(MessagesModule, {
      transport: Nest.TCP,
      options: { host: '127.0.0.1', port },
      logger: false,
    });
    await service.listen();
    const client = ClientProxyFactory.create({
      transport: Nest.TCP,
      options: { host: '127.0.0.1', port },
    });
    await expect(firstValueFrom(client.send('caller', {}))).rejects.toMatchObject({
      status: 'error',
      message: 'An access token is required.',
      error: 'authentication_required',
    });
    client.close();
    await service.close();
  });
});
