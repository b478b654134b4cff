import { connect, headers as natsHeaders } from '@nats-io/transport-node';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountsClient } from '../../src/messaging/client/index.js';
import {
  parseMessageAddresses,
  parseNatsServers,
} from '../../src/service/settings/server-addresses.js';
import { natsAvailable, NatsServer } from '../support/servers/nats.js';
import { transports } from '../support/clients/messages.js';
import { newEmail, startService, type TestService } from '../support/hosts/service.js';
import { ancestry, SpanRecorder, toText } from '../support/span-recorder.js';
import { until } from '../support/until.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

let recorder: SpanRecorder;
beforeAll(() => (recorder = new SpanRecorder()));
afterAll(() => recorder.unregister());
beforeEach(() => recorder.forget());

describe.each(transports)('The trace of a message over %s', (_, start) => {
  it('continues the client’s trace and has every step below it', async () => {
    const transport = await start();
    const address = await transport.newAddress();
    const service = await startService({ messages: parseMessageAddresses(address) });
    const proxy = transport.connect(address);
    try {
      const { token, account } = await service.newCaller();
      const client = new AccountsClient(proxy);
      const own = trace.getTracer('client').startSpan('of the client');
      await context.with(trace.setSpan(context.active(), own), () =>
        client.update({ name: 'Ada King' }, { accessToken: token }),
      );
      const { traceId } = own.spanContext();
      await until(() => recorder.spans(traceId).some(({ name }) => name === 'accounts.update'));
      const spans = recorder.spans(traceId);
      const span = spans.find(({ name }) => name === 'accounts.update')!;
      expect(span).toMatchObject({
        kind: SpanKind.SERVER,
        parentSpanContext: { spanId: own.spanContext().spanId },
        attributes: { 'rpc.method': 'accounts.update', 'rpc.response.status_code': '200' },
      });
      const steps = spans.map((each) => ancestry(each, spans));
      expect(steps).toContainEqual([
        'SELECT access_tokens accounts applications accounts',
        'token lookup',
        'accounts.update',
      ]);
      expect(steps).toContainEqual([expect.stringMatching(/^UPDATE accounts/), 'accounts.update']);
      await expect(client.get({ accessToken: 'none' })).rejects.toMatchObject({ status: 401 });
      expect(recorder.named('accounts.get')).toMatchObject({
        attributes: { 'rpc.response.status_code': '401' },
      });
      expect(toText(recorder.spans())).not.toMatch(new RegExp(`${token}|${account.id}`));
    } finally {
      await proxy.close();
      await service.close();
      await transport.close();
    }
  });
});

(natsAvailable() ? it : it.skip)(
  'A message over NATS can also name its parent span in a header',
  async () => {
    const nats = await NatsServer.start();
    const service = await startService({ messages: parseMessageAddresses(nats.url) });
    const connection = await connect({ servers: nats.url });
    try {
      const { token } = await service.newCaller();
      const headers = natsHeaders();
      headers.set('traceparent', traceparent);
      const message = JSON.stringify({ access_token: token });
      await connection.request('accounts.get', message, { headers, timeout: 5_000 });
      expect(recorder.named('accounts.get')).toMatchObject({
        parentSpanContext: { traceId, spanId: '00f067aa0ba902b7' },
      });
    } finally {
      await connection.close();
      await service.close();
      await nats.stop();
    }
  },
);

(natsAvailable() ? it : it.skip)(
  'A JetStream message names the span of its delivery in a header',
  async () => {
    const store = await mkdtemp(join(tmpdir(), 'nest-accounts-traces-'));
    const nats = await NatsServer.start('-js', '--store_dir', store);
    const connection = await connect({ servers: nats.url });
    const service = await startService({ eventsServers: parseNatsServers(nats.url) });
    try {
      const events = connection.subscribe('account-events.>');
      const { account } = await service.newCaller();
      let header: string | undefined;
      for await (const message of events) {
        header = message.headers?.get('traceparent');
        expect(message.json()).toMatchObject({ account_id: account.id });
        break;
      }
      await until(() => recorder.named('process account.created') !== undefined);
      const span = recorder.named('process account.created')!;
      expect(span.attributes).toMatchObject({
        'messaging.destination.subscription.name': 'jetstream',
      });
      const { traceId, spanId } = span.spanContext();
      expect(header).toBe(`00-${traceId}-${spanId}-01`);
    } finally {
      await connection.close();
      await service.close();
      await nats.stop();
      await rm(store, { recursive: true });
    }
  },
);

describe('The trace of an event', () => {
  const received: IncomingHttpHeaders[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.headers);
    request.resume().once('end', () => response.end());
  });
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-traces-'));
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    service = await startService({
      webhooks: [{ url, secrets: [secret] }],
      mail: { url: undefined, from: 'Accounts <accounts@example.com>' },
      dataDir: folder,
    });
  });
  afterAll(async () => {
    await service.close();
    receiver.close();
    receiver.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  it('links to the request that caused it and is passed on in a webhook', async () => {
    const caller = await service.newCaller();
    await until(() => received.length > 0);
    recorder.forget();
    received.length = 0;
    await service.update(caller, { name: 'Ada King' }).set('traceparent', traceparent).expect(200);
    await until(() => recorder.named('process account.updated') !== undefined);
    const span = recorder.named('process account.updated')!;
    const request = recorder.named('PUT /api/accounts/:account_id')!;
    expect(span).toMatchObject({
      kind: SpanKind.CONSUMER,
      links: [{ context: { traceId, spanId: request.spanContext().spanId } }],
      attributes: { 'messaging.destination.name': 'account.updated' },
    });
    const own = span.spanContext();
    expect(own.traceId).not.toBe(traceId);
    const sent = received.map((headers) => headers.traceparent);
    expect(sent).toContain(`00-${own.traceId}-${own.spanId}-01`);
    expect(toText(recorder.spans())).not.toContain(caller.account.id);
  });

  it('includes the mail that the event requests', async () => {
    const email = newEmail();
    await service.newCaller({ email });
    await service.as(await service.newCaller(), 'post', '/password-resets').send({ email });
    await until(() => recorder.named('send mail') !== undefined);
    const mail = recorder.named('send mail')!;
    const spans = recorder.spans(mail.spanContext().traceId);
    expect(ancestry(mail, spans)).toEqual(['send mail', 'process mail.requested']);
    expect(recorder.named('process mail.requested')!.links).toHaveLength(1);
    expect(toText(recorder.spans())).not.toContain(email);
  });
});
