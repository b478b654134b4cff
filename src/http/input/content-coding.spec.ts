import { isIdentity } from './content-coding.js';

describe('isIdentity', () => {
  it.each([undefined, 'identity', 'Identity', 'IDENTITY'])('accepts %s', (coding) => {
    expect(isIdentity(coding)).toBe(true);
  });

  it.each(['', 'gzip', 'br', 'identity, gzip', 'gzip, identity', 'x-identity', 'identityx'])(
    'rejects "%s"',
    (coding) => {
      expect(isIdentity(coding)).toBe(false);
    },
  );
});
