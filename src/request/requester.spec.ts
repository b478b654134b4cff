import { assertCounted, byHost, type Requester } from './requester.js';

describe('The caller of an operation that counts attempts', () => {
  it.each<[string, unknown]>([
    ['no IP address', byHost],
    ['an empty IP address', { ...byHost, source: '' }],
    ['an IP address without a channel', { source: '127.0.0.1' }],
    ['nothing', {}],
    ['no caller', undefined],
  ])('must not pass %s', (_name, requester) => {
    expect(() => assertCounted(requester as Requester)).toThrow(
      new TypeError('Attempts are counted by IP address: pass { ...byHost, source: ip }.'),
    );
  });

  it('passes its IP address, or comes from a channel that may not know it', () => {
    assertCounted({ ...byHost, source: '127.0.0.1' });
    assertCounted({ channel: 'console' });
  });
});
