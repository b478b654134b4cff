import { isLoopback } from './loopback.js';

describe('isLoopback', () => {
  it.each(['http://127.0.0.1:3000', 'http://[::1]', 'http://[0:0::1]/', 'http://LOCALHOST'])(
    'accepts the host of %s',
    (url) => {
      expect(isLoopback(new URL(url).hostname)).toBe(true);
    },
  );

  it.each([
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://0.0.0.0',
    'http://[::]',
  ])('rejects the host of %s', (url) => {
    expect(isLoopback(new URL(url).hostname)).toBe(false);
  });
});
