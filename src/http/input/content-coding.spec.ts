import { isIdentity } from './content-coding.js';

describe('a Content-Encoding', () => {
  it.each([undefined, 'identity', 'Identity', 'IDENTITY'])('is none: %s', (coding) => {
    expect(isIdentity(coding)).toBe(true);
  });

  it.each(['', 'gzip', 'br', 'identity, gzip', 'gzip, identity', 'x-identity', 'identityx'])(
    'is one: %s',
    (coding) => {
      expect(isIdentity(coding)).toBe(false);
    },
  );
});
