import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { continueInTurn } from './continue-in-turn.js';

const expecting = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;

describe('100 Continue', () => {
  let server: Server;
  beforeEach(async () => {
    // What is asked for first takes longer.
    server = createServer(({ url }, response) => {
      setTimeout(() => response.end(Buffer.from(url!)), url === '/first' ? 50 : 0);
    });
    continueInTurn(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => server.close());

  const say = (requests: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(requests);
    return text(socket);
  };

  it('comes before the answer', async () => {
    expect(await say(expecting('/'))).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\/$/,
    );
  });

  it('does not come into the middle of an answer that waits for another', async () => {
    const said = await say(`GET /first HTTP/1.1\r\nHost: x\r\n\r\n${expecting('/second')}`);
    expect(said).toMatch(/\r\n\r\n\/firstHTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\/second$/);
    expect(said).not.toContain('100 Continue');
  });
});
