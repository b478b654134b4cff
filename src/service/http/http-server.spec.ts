import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { BodyReader } from './body-reader.js';
import { createHttpServer } from './http-server.js';
import type { RequestHandler } from './pipelined-requests.js';

const ask = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...lines, '\r\n'].join('\r\n');
const lastly = 'Connection: close';

describe('the HTTP server', () => {
  let server: Server;
  /** The requests handled and the responses sent, in order. */
  let events: string[];
  beforeEach(async () => {
    events = [];
    const handle: RequestHandler = ({ url, method }, response) => {
      events.push(`${method} ${url}`);
      if (url === '/never') return;
      // The path /slow takes longer.
      setTimeout(
        () => {
          events.push(`answer ${url}`);
          response.end(Buffer.from(url!));
        },
        url === '/slow' ? 50 : 0,
      );
    };
    server = createHttpServer(handle, new BodyReader());
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1');
  const say = (requests: string) => {
    const socket = open();
    socket.write(requests);
    return text(socket);
  };
  const ended = (socket: Socket) =>
    new Promise((resolve) =>
      socket
        .on('error', () => {})
        .on('close', resolve)
        .resume(),
    );

  it.each([
    [431, ask('/', `Cookie: a=${'x'.repeat(20_000)}`), 'bad_request'],
    [431, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 'bad_request'],
    [400, 'GET / HTTP/1.1\r\nHost x\r\n\r\n', 'bad_request'],
  ])('sends a body with the %i for a request head that Node.js cannot parse', async (...given) => {
    const [status, head, code] = given;
    const response = await say(head);
    const [lines, body] = response.split('\r\n\r\n') as [string, string];
    expect(lines).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(lines).toContain(`Content-Length: ${body.length}`);
    expect(body).toContain(code);
    expect(() => JSON.parse(body) as unknown).not.toThrow();
    expect(events).toEqual([]);
  });

  it('handles the requests of a connection one at a time', async () => {
    await say(ask('/slow') + ask('/second') + ask('/third', lastly));
    expect(events).toEqual(
      ['/slow', '/second', '/third'].flatMap((path) => [`GET ${path}`, `answer ${path}`]),
    );
  });

  it('handles requests of different connections at the same time', async () => {
    await Promise.all([say(ask('/slow', lastly)), say(ask('/other', lastly))]);
    expect(events.at(-1)).toBe('answer /slow');
  });

  it('does not handle the next request of a closed connection', async () => {
    const socket = open();
    socket.write(ask('/slow') + ask('/second'));
    await once(server, 'request');
    socket.resetAndDestroy();
    await delay(100);
    expect(events).not.toContain('GET /second');
  });

  const tooLong = 'POST /long HTTP/1.1\r\nHost: x\r\nContent-Length: 102401\r\n\r\n';
  const tiny = '1\r\na\r\n'.repeat(1_700) + '0\r\n\r\n';
  const chunkedForm = `POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n${tiny}`;
  it.each([
    ['an error response of Node.js', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a response to an unknown expectation', ask('/', 'Expect: something'), 200],
    ['a body in too many chunks', chunkedForm, 200],
  ])('survives more requests after %s', async (_, first, status) => {
    for (const next of [ask('/next'), tooLong, chunkedForm.slice(0, -5)]) {
      const socket = open();
      socket.write(first + next);
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      socket.destroy();
      await delay(20);
    }
    expect(await say(ask('/well', lastly))).toMatch(/\/well$/);
    expect(status === 400 && events.some((each) => /next|long|form/.test(each))).toBe(false);
  });

  it('closes a connection with too many waiting requests', async () => {
    const socket = open();
    socket.write(ask('/never').repeat(200));
    await ended(socket);
    expect(events).toEqual(['GET /never']);
  });

  it('closes connections that are silent or send a request too slowly', async () => {
    const drip = (beginning: string) => {
      const socket = open();
      socket.write(beginning);
      const dripping = setInterval(() => socket.write('a'), 100);
      return ended(socket).finally(() => clearInterval(dripping));
    };
    await Promise.all([
      ended(open()),
      drip('GET / HTTP/1.1\r\nHost: '),
      drip('POST /never HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'),
    ]);
  });

  describe('100 Continue', () => {
    const expecting = (path: string) => ask(path, 'Expect: 100-continue', lastly);

    it('is sent before the response', async () => {
      expect(await say(expecting('/'))).toMatch(
        /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\/$/,
      );
    });

    it('is not sent inside the previous response', async () => {
      expect(await say(ask('/slow') + expecting('/second'))).toMatch(
        /\r\n\r\n\/slowHTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\/second$/,
      );
    });
  });

  describe('the rest of a body after the response', () => {
    const upload = (length: number) =>
      `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

    it('is discarded, and the connection stays open', async () => {
      const socket = open();
      socket.write(upload(100_000));
      await once(socket, 'data');
      socket.write('a'.repeat(100_000) + ask('/next', lastly));
      expect(await text(socket)).toMatch(/\r\n\r\n\/next$/);
    });

    it('closes the connection if it exceeds the limit of a body', async () => {
      const socket = open();
      socket.write(upload(1e9));
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toContain('200 OK');
      const more = () => socket.write('a'.repeat(65_536), (error) => error ?? more());
      more();
      await ended(socket);
      expect(socket.bytesWritten).toBeLessThan(1e9);
    });
  });
});
