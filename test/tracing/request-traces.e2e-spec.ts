import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import { AccountsModule } from '../../src/accounts.module.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import {
  allForms,
  newEmail,
  password,
  startForm,
  startService,
  type TestService,
} from '../support/hosts/service.js';
import { createTestDatabase } from '../support/servers/postgres.js';
import { ancestry, SpanRecorder, toText } from '../support/span-recorder.js';
import { until } from '../support/until.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

describe.each(allForms)('The trace of a request to the accounts as %s', (form) => {
  let recorder: SpanRecorder;
  let service: TestService;
  let route: string;
  beforeAll(async () => {
    recorder = new SpanRecorder();
    service = await startForm(form);
    route = service.path('/api/accounts');
    await service.newCaller();
  });
  afterAll(async () => {
    await service.close();
    recorder.unregister();
  });
  beforeEach(() => recorder.forget());

  /** The span of the request, once it has ended. */
  async function ended(name: string) {
    await until(() => recorder.named(name) !== undefined);
    return recorder.named(name)!;
  }

  it('continues the caller’s trace and has every step below it by name', async () => {
    const caller = await service.newCaller();
    recorder.forget();
    const { headers } = await service
      .as(caller, 'put', '/accounts/me')
      .set('traceparent', traceparent)
      .set('X-Request-Id', 'mine')
      .send({ old_password: password, new_password: 'another horse 8' })
      .expect(200);
    expect(headers['x-request-id']).toBe('mine');
    const span = await ended(`PUT ${route}/:account_id`);
    expect(span).toMatchObject({
      kind: SpanKind.SERVER,
      parentSpanContext: { traceId, spanId: '00f067aa0ba902b7' },
      attributes: {
        'http.request.method': 'PUT',
        'http.route': `${route}/:account_id`,
        'http.response.status_code': 200,
        'http.response.header.x-request-id': 'mine',
      },
      status: { code: SpanStatusCode.UNSET },
    });
    const spans = recorder.spans(traceId);
    const steps = spans.map((each) => ancestry(each, spans));
    for (const step of steps) expect(step.at(-1)).toBe(span.name);
    expect(steps).toEqual(
      expect.arrayContaining([
        ['SELECT access_tokens accounts applications accounts', 'token lookup', span.name],
        ['password hash', span.name],
        ['COMMIT', span.name],
      ]),
    );
    expect(steps.map(([name]) => name)).toContainEqual(expect.stringMatching(/^UPDATE accounts/));
    const statement = spans.find(
      ({ name }) => name === 'SELECT access_tokens accounts applications accounts',
    );
    expect(statement).toMatchObject({
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': statement!.name },
    });
  });

  it('shows no token lookup once the token is cached', async () => {
    const caller = await service.newCaller();
    recorder.forget();
    const lookups = () => recorder.spans().filter(({ name }) => name === 'token lookup').length;
    // The cache stores entries once this node follows the changes of others.
    await until(async () => {
      const before = lookups();
      await service.as(caller, 'get', '/accounts/me').expect(200);
      return before > 0 && lookups() === before;
    });
  });

  it('is named after the route, even if the request is refused', async () => {
    await service.as(undefined, 'get', '/applications').expect(401);
    expect(await ended(`GET ${service.path('/api/applications')}`)).toMatchObject({
      attributes: { 'http.response.status_code': 401 },
      status: { code: SpanStatusCode.UNSET },
    });
    recorder.forget();
    await fetch(`${service.url}/console/sign-in`);
    await ended(`GET ${service.path('/console/sign-in')}`);
  });

  it('contains no account ids, emails or secrets', async () => {
    const caller = await service.newCaller();
    const email = newEmail();
    const created = await service.create(caller, { email }).expect(200);
    await service.create(caller, { email }).expect(400);
    await service.as(caller, 'get', `/accounts/${caller.account.id}`).expect(200);
    await service.as(caller, 'get', `/accounts/${created.body.account.id}`).expect(403);
    await fetch(`${service.url}/api/accounts/me?access_token=${caller.token}`);
    await until(() => recorder.spans().filter(({ kind }) => kind === SpanKind.SERVER).length === 5);
    const text = toText(recorder.spans());
    const { id, email: own } = caller.account;
    for (const hidden of [id, own, email, created.body.account.id, caller.token, password]) {
      expect(text).not.toContain(hidden);
    }
    expect(text).toContain('password hash');
  });

  it('is not recorded for health probes', async () => {
    if (form.startsWith('mounted')) return;
    await fetch(`${service.url}/health/ready`);
    await service.as(undefined, 'get', '/accounts/me');
    await ended(`GET ${route}/:account_id`);
    const servers = recorder.spans().filter(({ kind }) => kind === SpanKind.SERVER);
    expect(servers.map(({ name }) => name)).toEqual([`GET ${route}/:account_id`]);
  });
});

describe('A host that traces requests itself', () => {
  it('receives no second server span from the module', async () => {
    const recorder = new SpanRecorder();
    const database = await createTestDatabase();
    const tracer = trace.getTracer('host');
    const accounts = AccountsModule.forRoot(leastOptions({ url: database.url }));
    const host = await startHost([accounts], [], 'express', (app) => {
      app.use((_: Request, response: Response, next: NextFunction) =>
        tracer.startActiveSpan('of the host', (span) => {
          response.once('close', () => span.end());
          next();
        }),
      );
    });
    try {
      const headers = { Authorization: `Bearer ${'a'.repeat(86)}` };
      await fetch(`${await host.getUrl()}/api/accounts/me`, { headers });
      await until(() => recorder.named('of the host') !== undefined);
      expect(recorder.spans().map(({ kind }) => kind)).not.toContain(SpanKind.SERVER);
    } finally {
      await host.close();
      await database.drop();
      recorder.unregister();
    }
  });
});

describe('The trace of a request whose password waits for a lane', () => {
  it('has the wait, and then the hash, below the request', async () => {
    const recorder = new SpanRecorder();
    const service = await startService({ passwordHash: { lanes: 1 } });
    try {
      const caller = await service.newCaller();
      recorder.forget();
      const creations = Array.from({ length: 4 }, () =>
        service.create(caller, { email: newEmail(), password }).expect(200),
      );
      await Promise.all(creations);
      const requests = () => recorder.spans().filter(({ name }) => name === 'POST /api/accounts');
      await until(() => requests().length === creations.length);
      const waits = recorder.spans().filter(({ name }) => name === 'password queue');
      expect(waits.length).toBeGreaterThan(0);
      expect(waits.length).toBeLessThan(creations.length);
      for (const wait of waits) {
        const spans = recorder.spans(wait.spanContext().traceId);
        expect(ancestry(wait, spans)).toEqual(['password queue', 'POST /api/accounts']);
        const hash = spans.find(({ name }) => name === 'password hash')!;
        expect(ancestry(hash, spans)).toEqual(['password hash', 'POST /api/accounts']);
        // Spans start and end by different clocks, which differ by less than a hash takes.
        const [begin, end] = [hash.startTime, wait.endTime].map(milliseconds);
        expect(begin! - end!).toBeGreaterThan(-5);
        expect(toText([wait])).not.toContain(caller.account.id);
      }
    } finally {
      await service.close();
      recorder.unregister();
    }
  });
});

const milliseconds = ([seconds, nanoseconds]: readonly [number, number]) =>
  1_000 * seconds + nanoseconds / 1e6;
