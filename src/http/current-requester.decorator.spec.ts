import 'reflect-metadata';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { rememberPrincipal, type Principal } from '../principals/principal.js';
import { AuthenticationRequiredError } from '../errors/error-registry.js';
import { CurrentRequester } from './current-requester.decorator.js';

class NotesController {
  list(@CurrentRequester() requester: unknown): unknown {
    return requester;
  }
}

describe('@CurrentRequester()', () => {
  const [{ factory }] = Object.values(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, NotesController, 'list') as object,
  ) as [{ factory: (data: unknown, context: ExecutionContextHost) => unknown }];
  const request = () => ({ ip: '192.0.2.1', headers: {} });
  const getRequester = (each: object) => factory(undefined, new ExecutionContextHost([each]));

  it('returns the token holder', () => {
    const guarded = request();
    const principal = { account: { id: 'ada' }, application: { id: 'notes' } };
    const token = { tokenId: 'token', authorizationId: null };
    rememberPrincipal(guarded, { ...principal, ...token } as Principal);
    expect(getRequester(guarded)).toMatchObject({
      ...{ channel: 'http', accountId: 'ada', applicationId: 'notes', source: '192.0.2.1' },
      ...token,
    });
  });

  it('returns the browser with a session, by its common name', () => {
    const guarded = { ...request(), headers: { 'user-agent': 'Firefox/143.0 (X11)' } };
    const session = { kind: 'session', account: { id: 'ada' }, sessionId: 'session' };
    rememberPrincipal(guarded, session as unknown as Principal);
    expect(getRequester(guarded)).toMatchObject({
      ...{ channel: 'session', accountId: 'ada', sessionId: 'session', source: '192.0.2.1' },
      device: 'Firefox, Linux',
    });
  });

  it('throws if no guard has authenticated the request', () => {
    expect(() => getRequester(request())).toThrow(AuthenticationRequiredError);
  });
});
