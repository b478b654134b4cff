import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Pool } from 'pg';
import { DatabaseClient } from './database.client.js';

/** https://www.postgresql.org/docs/current/protocol-message-formats.html */
function message(type: string, ...fields: Buffer[]): Buffer {
  const body = Buffer.concat(fields);
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const authenticationOk = message('R', Buffer.alloc(4));
const readyForQuery = message('Z', Buffer.from('I'));
const terminated = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

describe('DatabaseClient', () => {
  let server: Server;
  let pool: Pool;
  beforeEach(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.end(Buffer.concat([authenticationOk, readyForQuery, terminated])),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    pool = new Pool({ Client: DatabaseClient, host: '127.0.0.1', port, user: 'a', password: 'a' });
    pool.on('error', () => undefined);
  });
  afterEach(async () => {
    await pool.end();
    server.close();
  });

  it.each([
    ['a statement', () => pool.query('SELECT 1')],
    [
      'a transaction',
      async () => {
        const client = await pool.connect();
        await client.query('BEGIN').finally(() => client.release(true));
      },
    ],
  ])(
    'rejects %s without crashing if the server ends the connection as it begins',
    async (_name, work) => {
      // An unhandled error event would end this process and the suite.
      await expect(work()).rejects.toThrow();
    },
  );
});
