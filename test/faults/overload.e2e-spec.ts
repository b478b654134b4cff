import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { startService, type Caller, type TestService } from '../support/hosts/service.js';
import { WatchedProcess } from '../support/processes/watched-process.js';

const secretKey = 'a secret of thirty-two characters or more';
const readers = 4;
const readsPerReader = 50;
/** The memory an attack may take, far below what buffering all of it would take. */
const allowedBytes = 128 * 1_024 * 1_024;
/** Node.js limits a whole head to 16 KiB. */
const longHead = 15_000;

const head = (method: string, path: string, ...lines: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, ''].join('\r\n');
const json = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';

/** An attack, and what it does with each connection. */
interface Attack {
  readonly name: string;
  readonly connections: number;
  readonly once: (socket: Socket, token: string) => void;
  /** Written again whenever the socket has drained. */
  readonly again?: string;
  /** Whether the attacker reads the responses. */
  readonly reads?: boolean;
}

const bomb = gzipSync(Buffer.alloc(64 * 1_024 * 1_024));
const chunk = `${(65_536).toString(16)}\r\n${'a'.repeat(65_536)}\r\n`;

const attacks: readonly Attack[] = [
  {
    name: 'thousands of connections send nothing',
    connections: 3_000,
    once: () => {},
  },
  {
    name: 'a thousand connections never finish their request head',
    connections: 1_000,
    once: (socket) => socket.write(`${head('GET', '/api/accounts/me')}X: ${'a'.repeat(longHead)}`),
  },
  {
    name: 'a thousand connections send all but the last byte of a body',
    connections: 1_000,
    once: (socket, token) =>
      socket.write(
        `${head('PUT', '/api/accounts/me', `Authorization: Bearer ${token}`, json, 'Content-Length: 102400')}\r\n` +
          'a'.repeat(102_399),
      ),
  },
  {
    name: 'twenty connections send a body in chunks of one byte',
    connections: 20,
    once: (socket) => {
      socket.write(
        `${head('POST', '/oauth/token', 'Content-Type: application/x-www-form-urlencoded', chunked)}\r\n`,
      );
      socket.write('1\r\na\r\n'.repeat(102_399));
    },
  },
  {
    name: 'twenty connections send endless bodies and do not read the response',
    connections: 20,
    once: (socket) => socket.write(`${head('POST', '/api/accounts', json, chunked)}\r\n`),
    again: chunk,
  },
  {
    name: 'twenty connections send endless bodies of an unsupported type',
    connections: 20,
    once: (socket) =>
      socket.write(`${head('POST', '/api/accounts', 'Content-Type: text/plain', chunked)}\r\n`),
    again: chunk,
    reads: true,
  },
  {
    name: 'a hundred connections send compressed bodies that expand to 64 MB',
    connections: 100,
    once: (socket, token) => {
      for (let count = 0; count < 5; count++) {
        socket.write(
          `${head('PUT', '/api/accounts/me', `Authorization: Bearer ${token}`, json, 'Content-Encoding: gzip', `Content-Length: ${bomb.length}`)}\r\n`,
        );
        socket.write(bomb);
      }
    },
    reads: true,
  },
  {
    name: 'a hundred connections do not read large responses',
    connections: 100,
    once: (socket) => socket.write(`${head('GET', '/docs-json')}\r\n`.repeat(20)),
  },
  {
    name: 'twenty connections do not read the responses to thousands of requests',
    connections: 20,
    once: (socket, token) =>
      socket.write(
        `${head('GET', '/api/accounts/me', `Authorization: Bearer ${token}`)}\r\n`.repeat(3_000),
      ),
  },
  {
    name: 'connections open and close as fast as possible',
    connections: 50,
    once: (socket) => socket.end(`${head('GET', '/api/accounts/me')}\r\n`),
    reads: true,
  },
];

describe.each(['express', 'fastify'])('On %s, other clients are served', (httpAdapter) => {
  let database: TestDatabase;
  let service: TestService;
  let process: WatchedProcess;
  let caller: Caller;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService({}, database.url);
    caller = await service.newCaller();
    process = await WatchedProcess.start({
      DATABASE_URL: database.url,
      SECRET_KEY: secretKey,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      HTTP_ADAPTER: httpAdapter,
    });
    await read();
  });
  afterAll(async () => {
    await process.stop();
    await service.close();
    await database.drop();
  });

  /** The durations of many reads in milliseconds, in ascending order. Fails if one of them fails. */
  async function read(): Promise<number[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: readers });
    const readOnce = async () => {
      const began = performance.now();
      const sent = httpRequest({
        agent,
        port: process.port,
        path: '/api/accounts/me',
        headers: { Authorization: `Bearer ${caller.token}` },
      });
      const [answer] = await once(sent.end(), 'response');
      await once(answer.resume(), 'end');
      expect(answer.statusCode).toBe(200);
      return performance.now() - began;
    };
    const times = await Promise.all(
      Array.from({ length: readers }, async () => {
        const each: number[] = [];
        for (let count = 0; count < readsPerReader; count++) each.push(await readOnce());
        return each;
      }),
    );
    agent.destroy();
    return times.flat().sort((a, b) => a - b);
  }

  it.each(attacks)('while $name', async ({ name, connections, once: begin, again, reads }) => {
    const calm = await read();
    const before = process.residentBytes;
    const sockets: Socket[] = [];
    let isOver = false;
    let ended = 0;
    const attack = () => {
      const socket = connect({ port: process.port, host: '127.0.0.1', allowHalfOpen: true });
      sockets.push(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        if (isOver) return;
        ended++;
        if (again) setImmediate(attack);
      });
      if (reads) socket.resume().on('end', () => socket.destroy());
      begin(socket, caller.token);
      const more = () => {
        while (!socket.destroyed && !isOver && socket.write(again!));
      };
      if (again) socket.on('drain', more).once('connect', more);
    };
    for (let count = 0; count < connections; count++) {
      attack();
      if (count % 100 === 99) await delay(10);
    }
    await delay(500);
    const hurt = await read();
    const during = process.residentBytes;
    isOver = true;
    for (const socket of sockets) socket.destroy();
    await delay(200);
    const after = await process.report();
    const middle = (times: number[]) => times[times.length / 2]!.toFixed(1);
    const slowest = Math.round(hurt.at(-1)!);
    const inMB = (bytes: number) => Math.round(bytes / 1e6);
    console.info(
      `${httpAdapter}, ${name}: ${sockets.length} connections, ${ended} of them ended by the service. ` +
        `All ${hurt.length} reads of others succeeded, in ${middle(hurt)} ms at the median (${middle(calm)} before), ${slowest} at most. ` +
        `Memory ${inMB(before)} MB before, ${inMB(during)} meanwhile, ${inMB(after.residentBytes)} afterwards.`,
    );
    expect(during - before).toBeLessThan(allowedBytes);
  });
});
