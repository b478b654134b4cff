import { once } from 'node:events';
import { get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BodyReader } from './body-reader.js';
import { PreparedExpressAdapter } from './express.adapter.js';

describe('the Express adapter', () => {
  it('creates requests and responses with prototypes that Express does not change', async () => {
    const adapter = new PreparedExpressAdapter(new BodyReader(), () => undefined);
    adapter.initHttpServer();
    const server = adapter.getHttpServer() as Server;
    const seen: (object | null)[][] = [];
    const look = (request: IncomingMessage, response: ServerResponse) =>
      seen.push([
        Object.getPrototypeOf(request) as object,
        Object.getPrototypeOf(response) as object,
      ]);
    server.prependListener('request', look);
    adapter.get('/path', (request, response) => {
      look(request, response);
      response.json({ query: request.query, adapter: request.app === adapter.getInstance() });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/path?a=1`, {
      headers: { connection: 'close' },
    });
    expect(await answer.json()).toEqual({ query: { a: '1' }, adapter: true });
    await new Promise((closed) => server.close(closed));
    const [before, after] = seen;
    expect(after![0]).toBe(before![0]);
    expect(after![1]).toBe(before![1]);
  });

  it('sends a full response to If-None-Match: *', async () => {
    const adapter = new PreparedExpressAdapter(new BodyReader(), () => undefined);
    adapter.initHttpServer();
    const server = adapter.getHttpServer() as Server;
    adapter.get('/path', (_request, response) => response.json({}));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    // Not with fetch, which also sends Cache-Control: no-cache.
    const headers = { 'if-none-match': '*', connection: 'close' };
    const [answer] = (await once(get({ port, path: '/path', headers }), 'response')) as [
      IncomingMessage,
    ];
    expect(answer.resume().statusCode).toBe(200);
    await new Promise((closed) => server.close(closed));
  });
});
