import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { newAccessToken } from '../../principals/access-token.js';
import { formatOptions } from '../logger.js';
import { identifyRequest, logRequest } from './access-log.js';

describe('the log of a request', () => {
  /** The log lines of a request to a server that responds with `answer`. */
  async function logged(
    answer: (response: ServerResponse) => void,
    path = '/',
    headers = {},
    accessLog = true,
  ) {
    const lines: string[] = [];
    const options = formatOptions('json', 'debug');
    const written = pino(options, { write: (line) => void lines.push(line) });
    const logger = Object.assign(written, { access: written });
    const server = createServer((request, response) => {
      response.setHeader('X-Request-Id', identifyRequest(request));
      const source = request.socket.remoteAddress;
      logRequest(logger, { accessLog }, { request, response, handled: request, source });
      answer(response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { connection: 'close', ...headers },
    });
    await response.text();
    await new Promise((closed) => server.close(closed));
    expect(lines.length).toBeLessThanOrEqual(1);
    return { response, lines, line: JSON.parse(lines[0] ?? '{}') as Record<string, any> };
  }

  const answering = (status: number) => (response: ServerResponse) => {
    response.statusCode = status;
    response.setHeader('Set-Cookie', 'session=1');
    response.end('{}');
  };

  it.each([
    [200, 'info'],
    [404, 'info'],
    [499, 'info'],
    [500, 'error'],
    [503, 'error'],
  ])('with status %d has the level %s', async (status, level) => {
    const { line } = await logged(answering(status));
    expect(line).toMatchObject({ level, res: { statusCode: status } });
  });

  it.each([
    ['/health/live', 200, 'debug'],
    ['/health/ready', 200, 'debug'],
    ['/health/ready', 503, 'debug'],
    ['/health/ready?by=proxy', 503, 'debug'],
    ['/health/ready', 500, 'error'],
    ['/health/readyish', 200, 'info'],
    ['/health/readyish', 503, 'error'],
  ])('for %s with status %d has the level %s', async (path, status, level) => {
    const { line } = await logged(answering(status), path);
    expect(line).toMatchObject({ level, res: { statusCode: status } });
  });

  it.each([
    [200, '/', 0],
    [404, '/', 0],
    [200, '/health/live', 0],
    [500, '/', 1],
  ])(
    'with status %d for %s and the access log off has this many lines: %d',
    async (status, path, count) => {
      const { lines } = await logged(answering(status), path, {}, false);
      expect(lines).toHaveLength(count);
    },
  );

  it('that fails has the level error', async () => {
    const { line } = await logged((response) => {
      response.emit('error', new Error('broken'));
      response.end();
    });
    expect(line).toMatchObject({ level: 'error', err: { message: 'broken' } });
  });

  it('contains no headers and no bodies', async () => {
    const headers = { authorization: 'Bearer x', 'x-request-id': 'req-1' };
    const { line } = await logged(answering(200), '/path?a=1', headers);
    expect(line.req).toEqual({
      id: 'req-1',
      method: 'GET',
      url: '/path?a=1',
      remoteAddress: '127.0.0.1',
    });
    expect(line.res).toEqual({ statusCode: 200 });
  });

  it('redacts secrets in its URL, even escaped ones', async () => {
    const { line } = await logged(answering(200), '/a%2F?access%5Ftoken=%61b&email=ada%40a%2Eb%25');
    expect(line.req.url).toBe('/a%2F?access_token=[redacted]&email=[redacted]%40a.b%25');
  });

  it('redacts a token that the client sent as the request id', async () => {
    const token = newAccessToken();
    const { line } = await logged(answering(200), '/', { 'x-request-id': token });
    expect(line.req.id).toBe('[redacted]');
  });

  it('has the same request id as the response', async () => {
    const { response, line } = await logged(answering(200));
    expect(line.req.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('x-request-id')).toBe(line.req.id);
  });
});
