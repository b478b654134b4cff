import { connect as connectNats, type NatsConnection } from '@nats-io/transport-node';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { accountKey } from '../../src/access/rate-limits/rate-limit-keys.js';
import { AccountsClient } from '../../src/messaging/client/index.js';
import { CounterStorage } from '../../src/limits/storage/counter.storage.js';
import { answer, startNodes, transports, type MessageNodes } from '../support/clients/messages.js';
import { natsAvailable } from '../support/servers/nats.js';
import { newEmail, password, type Caller } from '../support/hosts/service.js';

function newAccount(email = newEmail()): object {
  return { name: 'Ada', email, password, language_code: 'en' };
}

describe.each(transports)('two nodes that receive messages over %s', (name, transport) => {
  let cluster: MessageNodes;
  let caller: Caller;
  beforeAll(async () => {
    cluster = await startNodes(transport, 2, { rateLimits: {} });
    caller = await cluster.nodes[0]!.newCaller();
  });
  afterAll(() => cluster.close());
  const create = (email?: string) =>
    cluster.ask('accounts.create', { access_token: caller.token, body: newAccount(email) });

  it('handle each message once, between them', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => create()));
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
    const ids = answers.map(({ body }) => body.account.id as string);
    const { prisma } = cluster.nodes[0]!;
    expect(await prisma.account.count({ where: { id: { in: ids } } })).toBe(24);
    // Each node counts its own messages in memory.
    const counted = await Promise.all(
      cluster.nodes.map(({ app }) =>
        app
          .get(CounterStorage, { strict: false })
          .peek(`accounts.create:${accountKey(caller.account.id)}`),
      ),
    );
    const [first, second] = counted.map((each) => each?.hits ?? 0) as [number, number];
    expect(first + second).toBe(24);
    expect(Math.min(first, second)).toBeGreaterThan(0);
  });

  it('create only one account for an email that many messages request', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(email)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(7).fill(400)]);
  });

  it('finish the requests in flight when they stop', async () => {
    const ending = await startNodes(transport, 1);
    const { token } = await ending.nodes[0]!.newCaller();
    const proxy = ending.proxies[0]!;
    await proxy.connect();
    const asked = Array.from({ length: 4 }, () =>
      answer(proxy, 'accounts.create', { access_token: token, body: newAccount() }),
    );
    // All have arrived, and the first password is not hashed yet.
    await setTimeout(30);
    await ending.nodes[0]!.app.close();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    // A message that is not refused would time out with 504.
    const late = new AccountsClient(proxy, { timeoutMs: 5_000 }).get({ accessToken: token });
    await expect(late).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    await ending.close();
  });

  it(`are reachable again after the loss of ${name === 'NATS' ? 'the broker' : 'a connection'}`, async () => {
    const { nats } = cluster.transport;
    const client = new AccountsClient(cluster.proxies[0]!, { timeoutMs: 1_000 });
    const call = () => client.get({ accessToken: caller.token });
    await call();
    if (nats) {
      await nats.stop();
      await expect(call()).rejects.toMatchObject({ status: expect.any(Number) });
      await setTimeout(1_500);
      await nats.restart();
    } else {
      for (const socket of [cluster.proxies[0]!.unwrap<Socket>()]) socket.destroy();
    }
    const end = Date.now() + 15_000;
    const isBack = () =>
      call().then(
        () => true,
        () => false,
      );
    while (!(await isBack()) && Date.now() < end) await setTimeout(100);
    await call();
    expect((await create()).status).toBe(200);
  });
});

const framed = (text: string) => `${text.length}#${text}`;

/** Packets that no client of Nest sends. */
const unlikeNest: [string, unknown][] = [
  ['null', null],
  ['a number', 7],
  ['a list', [1]],
  ['a pattern that is an object', { pattern: { a: { b: 1 } }, data: {}, id: '1' }],
  ['a pattern that is a number', { pattern: 5, data: {}, id: '1' }],
  ['an id that is an object', { pattern: 'accounts.get', data: null, id: {} }],
];

describe('a stranger on the TCP port', () => {
  let cluster: MessageNodes;
  let caller: Caller;
  beforeAll(async () => {
    cluster = await startNodes(transports[0]![1], 1);
    caller = await cluster.nodes[0]!.newCaller();
  });
  afterAll(() => cluster.close());
  const port = () => Number(new URL(cluster.addresses[0]!).port);
  const open = async () => {
    const socket = connect(port(), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const served = async () =>
    (await cluster.ask('accounts.get', { access_token: caller.token })).status;

  it.each<[string, string]>([
    ['no length', 'GET # HTTP/1.1\r\n\r\n'],
    ['a negative length', '-5#{"a":1}'],
    ['an empty length', '#{}'],
    ['no JSON', '5#{"a":'],
    ['a wrong length', '3#{"pattern":"accounts.get","data":{},"id":1}'],
    ['bytes that are not text', '4#\u0000\ufffd\u0001\u0002'],
    ['an endless length', '1'.repeat(300_000)],
    ...unlikeNest.map(([form, packet]): [string, string] => [form, framed(JSON.stringify(packet))]),
  ])('is disconnected for %s, without affecting others', async (_form, text) => {
    const stranger = await open();
    const closed = once(stranger, 'close');
    stranger.resume().write(text);
    await closed;
    expect(await served()).toBe(200);
  });

  it.each<[string, unknown]>([
    ['a packet without an id', { pattern: 'accounts.create', data: null }],
    ['an unknown event', { pattern: 'accounts.deleted', data: {} }],
  ])('does not affect others with %s', async (_form, packet) => {
    const stranger = await open();
    stranger.resume().write(framed(JSON.stringify(packet)));
    await setTimeout(20);
    expect(await served()).toBe(200);
    stranger.destroy();
  });

  it('receives a 400 for a null message', async () => {
    const stranger = await open();
    stranger.write(framed('{"pattern":"accounts.get","data":null,"id":"1"}'));
    const [answered] = (await once(stranger, 'data')) as [Buffer];
    expect(String(answered)).toContain('"status":400');
    stranger.destroy();
  });

  it('cannot crash the service with deep nesting', async () => {
    const deep = '['.repeat(60_000) + ']'.repeat(60_000);
    for (const [pattern, id] of [
      [deep, '"1"'],
      ['"accounts.get"', deep],
    ]) {
      const stranger = await open();
      const closed = once(stranger, 'close');
      stranger.resume().write(framed(`{"pattern":${pattern},"data":{},"id":${id}}`));
      await closed;
    }
    const stranger = await open();
    stranger.write(framed(`{"pattern":"accounts.get","data":${deep},"id":"1"}`));
    expect(String((await once(stranger, 'data'))[0])).toContain('"status":4');
    expect(await served()).toBe(200);
    stranger.destroy();
  });

  it.each([1, 200_000, 418_007, 3_000_000])(
    'receives a 413 for a message of more than %i characters, while other calls are served',
    async (length) => {
      const calls = (count: number) => Array.from({ length: count }, served);
      const before = calls(10);
      const large = cluster.ask('accounts.update', {
        access_token: caller.token,
        body: {
          numbers: Array.from({ length: 1 + length / 22 }, () => 1e20),
          tail: '🦊'.repeat(60_000),
        },
      });
      const after = calls(10);
      const { status, body } = await large;
      expect([status, body.error]).toEqual([413, 'payload_too_large']);
      expect(await Promise.all([...before, ...after])).toEqual(Array(20).fill(200));
    },
  );

  it('receives no response to an oversized event, but one to the call that follows it', async () => {
    const stranger = await open();
    const padding = 'x'.repeat(500_000);
    const event = { pattern: 'accounts.get', data: { id: padding } };
    const call = { pattern: 'accounts.get', data: { access_token: caller.token }, id: '7' };
    stranger.write([event, call, event].map((each) => framed(JSON.stringify(each))).join(''));
    const [reply] = (await once(stranger, 'data')) as [Buffer];
    expect(String(reply)).toMatch(/^\d+#\{.*"status":200.*"id":"7"/);
    stranger.destroy();
  });

  it.each([500, 999_999_999])(
    'is disconnected when it falls silent within a message of %i characters',
    async (length) => {
      const stranger = await open();
      const begin = Date.now();
      stranger.resume().write(`${length}#{"pattern":"accounts.get",`);
      if (length > 500) stranger.write('x'.repeat(300_000));
      await once(stranger, 'close');
      expect(Date.now() - begin).toBeLessThan(15_000);
      expect(await served()).toBe(200);
    },
  );

  it('leaves no sockets open after many aborted messages', async () => {
    for (let round = 0; round < 200; round++) {
      const stranger = await open();
      stranger.write(`999999999#${'x'.repeat(1_000)}`);
      stranger.destroy();
    }
    await setTimeout(200);
    const [servers] = cluster.nodes[0]!.app.getMicroservices();
    const [server] = servers!.unwrap<{ openSockets: Set<Socket> }[]>();
    expect(server!.openSockets.size).toBeLessThan(5);
    expect(await served()).toBe(200);
  });
});

(natsAvailable() ? describe : describe.skip)('a stranger on the NATS subjects', () => {
  let cluster: MessageNodes;
  let caller: Caller;
  let stranger: NatsConnection;
  beforeAll(async () => {
    cluster = await startNodes(transports[1]![1], 1);
    caller = await cluster.nodes[0]!.newCaller();
    stranger = await connectNats({ servers: cluster.addresses[0] });
  });
  afterAll(async () => {
    await stranger.close();
    await cluster.close();
  });
  const request = async (data: string | Uint8Array) =>
    (await stranger.request('accounts.get', data, { timeout: 5_000 })).json<any>();

  it.each<[string, string | Uint8Array]>([
    ['an empty message', ''],
    ['no JSON', 'garbage'],
    ['null', 'null'],
    ['a list', '[1]'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['a packet with null data', '{"pattern":"accounts.get","data":null,"id":"1"}'],
    ['very deep nesting', '['.repeat(60_000) + ']'.repeat(60_000)],
  ])('receives a 400 for %s', async (_form, data) => {
    expect((await request(data)).err).toMatchObject({ status: 400 });
    stranger.publish('accounts.create', data);
    const { status } = await cluster.ask('accounts.get', { access_token: caller.token });
    expect(status).toBe(200);
  });

  it.each([
    'account-events.account.deleted',
    '$JS.API.STREAM.PURGE.ACCOUNT_EVENTS',
    'app.data',
    '_INBOX',
    '_INBOXES.1',
    'account-events._INBOX.1',
  ])('cannot make the service publish to %s', async (reply) => {
    const received: unknown[] = [];
    const subscription = stranger.subscribe(reply, {
      callback: (_error, message) => void received.push(message.json()),
    });
    const email = newEmail();
    const body = { name: 'Ada', email, password, language_code: 'en' };
    const message = { access_token: caller.token, body };
    stranger.publish('accounts.create', JSON.stringify(message), { reply });
    const packet = { pattern: 'accounts.create', data: message, id: '1' };
    stranger.publish('accounts.create', JSON.stringify(packet), { reply });
    await stranger.flush();
    const created = await cluster.ask('accounts.create', message);
    expect([created.status, received]).toEqual([200, []]);
    subscription.unsubscribe();
  });

  it('may use its own inbox prefix below the common one', async () => {
    const inboxPrefix = '_INBOX.billing';
    const billing = await connectNats({ servers: cluster.addresses[0], inboxPrefix });
    const message = JSON.stringify({ access_token: caller.token });
    const { response } = (await billing.request('accounts.get', message)).json<any>();
    expect(response).toMatchObject({ status: 200 });
    await billing.close();
  });

  it('receives a response even without Nest’s packet envelope', async () => {
    const { response } = await request(JSON.stringify({ access_token: caller.token }));
    expect(response).toMatchObject({ status: 200, body: { account: { id: caller.account.id } } });
  });
});
