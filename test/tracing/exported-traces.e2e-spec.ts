import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceProcess } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('A service with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let database: TestDatabase;
  let received = '';
  const paths = new Set<string>();
  const collector = createServer((request, response) => {
    paths.add(`${request.method} ${request.url}`);
    request.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
    request.once('end', () => response.end());
  });
  beforeAll(async () => {
    database = await createTestDatabase();
    await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    collector.close();
    collector.closeAllConnections();
    await database.drop();
  });
  const start = (env: Record<string, string>) =>
    ServiceProcess.start({ DATABASE_URL: database.url, SECRET_KEY: 'a'.repeat(32), ...env });

  it('exports its traces there, including the last ones at shutdown', async () => {
    const { port } = collector.address() as AddressInfo;
    const service = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_SERVICE_NAME: 'accounts-of-the-test',
      HTTP_ADAPTER: 'fastify',
    });
    const token = /Bearer (\w+)/.exec(service.output)![1]!;
    const headers = {
      Authorization: `Bearer ${token}`,
      'X-Request-Id': 'request-of-the-test',
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    };
    expect((await fetch(`${service.url}/api/accounts/me`, { headers })).status).toBe(200);
    const failed = await fetch(`${service.url}/api/accounts/me`, {
      method: 'PUT',
      body: '{"old_password":"wrong","new_password":"another horse 8"}',
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
    expect(failed.status).toBe(400);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect([...paths]).toEqual(['POST /v1/traces']);
    for (const text of [
      'accounts-of-the-test',
      'GET /api/accounts/:account_id',
      'SELECT access_tokens accounts applications accounts',
      'request-of-the-test',
    ]) {
      expect(received).toContain(text);
    }
    expect(received).not.toContain(token);
    expect(received).not.toMatch(/demo@|health/);
    const lines = service.log.split('\n').filter((line) => line.includes('request-of-the-test'));
    const [read, audited, update] = lines.map((line) => JSON.parse(line));
    // The audit trail logs within a request, and the access log after it.
    expect(audited).toMatchObject({ trace_id: traceId, event: 'password.change' });
    for (const { req, trace_id, span_id } of [read, update]) {
      expect({ id: req.id, trace_id }).toEqual({ id: 'request-of-the-test', trace_id: traceId });
      expect(received).toContain(Buffer.from(span_id, 'hex').toString('latin1'));
    }
    expect(service.log).toMatch(/^(?!.*trace_id).*"account.create"/m);
  });

  it('logs that the collector is unreachable and keeps serving', async () => {
    const service = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    expect((await fetch(`${service.url}/api/accounts/me`)).status).toBe(401);
    await service.printed(/"context":"Traces"/);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(service.output).toMatch(/"level":"(?:warn|error)".*"context":"Traces".*ECONNREFUSED/);
  });

  it('does not start if the value is not a URL', async () => {
    const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' });
    expect(service.exitCode).toBe(1);
    expect(service.output).toContain('OTEL_EXPORTER_OTLP_ENDPOINT is not usable: it must be an');
  });
});
