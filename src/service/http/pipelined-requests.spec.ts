import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PipelinedRequests, type RequestHandler } from './pipelined-requests.js';

it('a pipelined request is not handled if its connection closes after the previous response', async () => {
  const begun: string[] = [];
  const requests = new PipelinedRequests();
  const handle: RequestHandler = ({ url, socket }, response) => {
    begun.push(url!);
    response.once('close', () => socket.destroy()).end();
  };
  const server = createServer((request, response) => requests.take(request, response, handle));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'close');
  await once(server.close(), 'close');
  expect(begun).toEqual(['/first']);
});

describe('an unfinished response', () => {
  let server: Server;
  afterEach(() => server.close());

  it('loses its connection once it is too old', async () => {
    const requests = new PipelinedRequests();
    server = createServer((request, response) =>
      requests.take(request, response, () => response.write('a')),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const [answer] = await once(get({ port, agent: false }), 'response');
    const end = once(answer.resume(), 'end').catch(({ code }) => code as string);
    requests.endOlderThan(60_000);
    expect(answer.destroyed).toBe(false);
    requests.endOlderThan(0);
    expect(await end).toBe('ECONNRESET');
  });
});
