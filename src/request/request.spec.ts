import 'reflect-metadata';
import { ExecutionContextHost } from '@nestjs/core/internal';
import { rememberRequest, getRequest } from './request.js';

function message(context: object): ExecutionContextHost {
  const host = new ExecutionContextHost([{ id: 'payload' }, context]);
  host.setType('rpc');
  return host;
}

describe('the request of a call', () => {
  it('is the HTTP request', () => {
    const request = { url: '/' };
    rememberRequest(request, { url: '/another' });
    expect(getRequest(new ExecutionContextHost([request, {}]))).toBe(request);
  });

  it('is the request that was remembered for a message', () => {
    const [context, request] = [{}, { ip: '192.0.2.1' }];
    rememberRequest(context, request);
    rememberRequest({}, { ip: '192.0.2.2' });
    expect(getRequest(message(context))).toBe(request);
  });

  it('has neither headers nor an IP address for a message of the host', () => {
    expect(getRequest(message({}))).toMatchObject({ headers: {}, url: '', ip: undefined });
  });

  const inGraphql = (...args: unknown[]) => {
    const host = new ExecutionContextHost(args);
    host.setType('graphql');
    return getRequest(host);
  };
  const handshake = {
    headers: { host: 'localhost' },
    rawHeaders: ['Host', 'localhost'],
    url: '/graphql',
    socket: { remoteAddress: '192.0.2.1' },
  };

  it('is the HTTP request of a GraphQL resolver of any kind', () => {
    const req = { headers: {} };
    expect(inGraphql({}, {}, { req }, 'info')).toBe(req);
    expect(inGraphql('reference', { req }, 'info')).toBe(req);
    expect(inGraphql({}, {}, { reply: { request: req } }, 'info')).toBe(req);
    expect(inGraphql({}, {}, {}, 'info')).toMatchObject({ headers: {} });
  });

  it.each(['authorization', 'Authorization'])(
    'is the handshake of a subscription, with its connection parameter %s',
    (name) => {
      const connectionParams = { [name]: 'Bearer abc' };
      const context = { req: { extra: { request: handshake }, connectionParams } };
      const request = inGraphql({}, {}, context, 'info');
      expect(request).toMatchObject({
        headers: { host: 'localhost', authorization: 'Bearer abc' },
        url: '/graphql',
        ip: '192.0.2.1',
      });
      expect(inGraphql({}, {}, context, 'info')).toBe(request);
    },
  );

  it.each([undefined, null, { authorization: 1 }, { authorization: ['Bearer abc'] }])(
    'has no token for a subscription with the connection parameters %j',
    (connectionParams) => {
      const context = { req: { extra: { request: handshake }, connectionParams } };
      expect(inGraphql({}, {}, context, 'info')).toMatchObject({ headers: handshake.headers });
    },
  );

  const inMercurius = (_connectionInit: unknown, headers: object = handshake.headers) => {
    const { rawHeaders } = handshake;
    const request = { id: 'req-1', headers, raw: { rawHeaders }, url: '/', ip: '192.0.2.1' };
    const context = { request, reply: { request }, _connectionInit };
    const found = inGraphql({}, {}, context, 'info');
    expect(inGraphql({}, {}, context, 'info')).toBe(found);
    return found;
  };

  it.each([
    { authorization: 'Bearer abc' },
    { Authorization: 'Bearer abc' },
    { headers: { authorization: 'Bearer abc' } },
  ])('is the handshake of a Mercurius subscription, with its parameters %j', (parameters) => {
    expect(inMercurius(parameters)).toMatchObject({
      id: 'req-1',
      headers: { host: 'localhost', authorization: 'Bearer abc' },
      rawHeaders: ['Host', 'localhost', 'authorization', 'Bearer abc'],
      url: '/',
      ip: '192.0.2.1',
    });
  });

  it.each([undefined, null, 'authorization', 5, [], { headers: 5 }, { authorization: ['Bearer'] }])(
    'omits headers that are not text from the Mercurius parameters %j',
    (parameters) => {
      const copied = { authorization: ['Bearer abc'], 'accept-language': {}, host: 'localhost' };
      const found = inMercurius(parameters, copied) as { headers: object };
      expect(found.headers).toEqual({ host: 'localhost' });
    },
  );

  it('is the handshake of a Mercurius query over a WebSocket', () => {
    const request = { headers: {}, raw: { rawHeaders: [] } };
    const context = { request, _connectionInit: { authorization: 'Bearer abc' } };
    expect(inGraphql({}, {}, context, 'info')).toMatchObject({
      headers: { authorization: 'Bearer abc' },
    });
  });

  const getSocketRequest = (client: object) => {
    const host = new ExecutionContextHost([client, 'data', 'pattern']);
    host.setType('ws');
    return getRequest(host);
  };

  it('is the handshake of a socket, with the token in the auth of socket.io', () => {
    const client = (auth: object) => ({
      request: handshake,
      handshake: { address: '192.0.2.2', auth },
    });
    const withToken = client({ token: 'abc' });
    expect(getSocketRequest(withToken)).toEqual({
      headers: { host: 'localhost', authorization: 'Bearer abc' },
      rawHeaders: ['Host', 'localhost', 'authorization', 'Bearer abc'],
      url: '/graphql',
      ip: '192.0.2.2',
    });
    expect(getSocketRequest(withToken)).toBe(getSocketRequest(withToken));
    expect(getSocketRequest(client({}))).toMatchObject({ headers: handshake.headers });
  });

  it('has the IP address that the host has set behind a proxy', () => {
    expect(getSocketRequest({ request: { ...handshake, ip: '198.51.100.1' } })).toMatchObject({
      ip: '198.51.100.1',
    });
  });
});
