import 'reflect-metadata';
import { ExecutionContextHost } from '@nestjs/core/internal';
import { rememberRequest, requestOf } from './request-of.js';

function message(context: object): ExecutionContextHost {
  const host = new ExecutionContextHost([{ id: 'payload' }, context]);
  host.setType('rpc');
  return host;
}

describe('the request of a call', () => {
  it('is what came over HTTP', () => {
    const request = { url: '/' };
    rememberRequest(request, { url: '/another' });
    expect(requestOf(new ExecutionContextHost([request, {}]))).toBe(request);
  });

  it('is parsed once for each message', () => {
    const [context, request] = [{}, { ip: '192.0.2.1' }];
    rememberRequest(context, request);
    rememberRequest({}, { ip: '192.0.2.2' });
    expect(requestOf(message(context))).toBe(request);
  });

  it('is the context of a message that has not been read', () => {
    const context = {};
    expect(requestOf(message(context))).toBe(context);
  });
});
