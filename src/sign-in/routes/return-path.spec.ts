import { readReturnPath } from './return-path.js';

describe('readReturnPath', () => {
  it.each([
    ['/orders/7?tab=items#top', '/orders/7?tab=items#top'],
    ['/oauth/authorize?state=a%26b', '/oauth/authorize?state=a%26b'],
    ['/a/../b', '/b'],
    ['/', '/'],
  ])('keeps %j', (text, path) => {
    expect(readReturnPath(text)).toBe(path);
  });

  it.each([
    ...[
      undefined,
      null,
      '',
      'orders',
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
    ],
    ...['/x/..//evil.example', '/\t/evil.example', '/./\\evil.example', 'javascript:alert(1)'],
    `/${'x'.repeat(16_384)}`,
  ])('drops %j', (text) => {
    expect(readReturnPath(text)).toBeUndefined();
  });
});
