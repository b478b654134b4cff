import fc from 'fast-check';
import { minSecretLength, TokenSeal } from './token-seal.js';

const secretA = 'a secret that is long enough to be one: A';
const secretB = 'a secret that is long enough to be one: B';

describe('token seal', () => {
  const seal = new TokenSeal([secretA]);

  it('opens a token it sealed, for the same owner', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (token, owner) => {
          expect(seal.open(seal.seal(token, owner), owner)).toBe(token);
        },
      ),
    );
  });

  it('names each secret by a fingerprint that another instance shares', () => {
    const both = new TokenSeal([secretB, secretA]);
    expect(both.fingerprints[1]).toBe(seal.fingerprints[0]);
    expect(new Set(both.fingerprints).size).toBe(2);
    // The database and the mails of earlier releases contain them.
    expect(seal.fingerprints).toEqual(['7fe41381f89e5d5e']);
    expect(both.size).toBe(2);
  });

  it('derives an eight-digit code with each secret, and a different one from a different text', () => {
    const both = new TokenSeal([secretB, secretA]);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const codes = both.deriveCodes(text);
        expect(codes).toEqual([
          ...new TokenSeal([secretB]).deriveCodes(text),
          ...seal.deriveCodes(text),
        ]);
        for (const code of codes) expect(code).toMatch(/^\d{8}$/);
      }),
    );
    const codes = Array.from({ length: 1_000 }, (_, i) => both.deriveCodes(String(i))).flat();
    expect(new Set(codes).size).toBeGreaterThan(1_990);
    expect(new Set(codes.map(([first]) => first)).size).toBe(10);
    expect(seal.deriveCodes('a text')).toEqual(['37853869']);
  });

  it('opens nothing for another owner', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (owner, other) => {
        fc.pre(owner !== other);
        expect(seal.open(seal.seal('token', owner), other)).toBeUndefined();
      }),
    );
  });

  it('detects a change of any bit', () => {
    const sealed = seal.seal('token', 'owner');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const tampered = sealed.slice();
      tampered[bit >> 3]! ^= 1 << (bit & 7);
      expect(seal.open(tampered, 'owner')).toBeUndefined();
    }
  });

  it('does not open truncated, empty or extended input', () => {
    // An empty token leaves only the nonce and the tag to cut.
    for (const token of ['token', '']) {
      const sealed = seal.seal(token, 'owner');
      for (let length = 0; length < sealed.length; length++) {
        expect(seal.open(sealed.subarray(0, length), 'owner')).toBeUndefined();
        expect(seal.open(sealed.subarray(sealed.length - length), 'owner')).toBeUndefined();
      }
      expect(seal.open(Buffer.concat([sealed, Buffer.of(0)]), 'owner')).toBeUndefined();
    }
  });

  it('returns undefined for arbitrary bytes instead of throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(seal.open(bytes, 'owner')).toBeUndefined();
      }),
    );
  });

  it('adds a 12-byte nonce and a 16-byte tag, and hides the token', () => {
    const sealed = seal.seal('token', 'owner');
    expect(sealed).toHaveLength(12 + 16 + 5);
    expect(Buffer.isBuffer(sealed)).toBe(false);
    expect(Buffer.from(sealed).includes('token')).toBe(false);
  });

  it('uses every nonce once', () => {
    const nonces = Array.from({ length: 500 }, () =>
      Buffer.from(seal.seal('token', 'owner').subarray(0, 12)).toString('hex'),
    );
    expect(new Set(nonces).size).toBe(500);
  });

  it('opens tokens that earlier releases sealed', () => {
    const sealed = Buffer.from(
      'KynRt5yoLKwenKaPSnIQNW4AJi4mX8pdF0GgwPLxeGaZVZvo9HM6agpsrdNeDqK_HkhmkUXZtA',
      'base64url',
    );
    expect(seal.open(sealed, 'owner')).toBe('token of an earlier release');
  });

  describe('with several secrets', () => {
    it('opens with each of them', () => {
      const both = new TokenSeal([secretA, secretB]);
      expect(both.open(new TokenSeal([secretA]).seal('token', 'owner'), 'owner')).toBe('token');
      expect(both.open(new TokenSeal([secretB]).seal('token', 'owner'), 'owner')).toBe('token');
    });

    it('seals with the first', () => {
      const sealed = new TokenSeal([secretB, secretA]).seal('token', 'owner');
      expect(new TokenSeal([secretB]).open(sealed, 'owner')).toBe('token');
      expect(new TokenSeal([secretA]).open(sealed, 'owner')).toBeUndefined();
    });

    it('does not open a token sealed with a removed secret', () => {
      const sealed = new TokenSeal([secretA]).seal('token', 'owner');
      expect(new TokenSeal([secretB]).open(sealed, 'owner')).toBeUndefined();
    });
  });

  describe('text for a cookie or form', () => {
    const seal = new TokenSeal([secretA]);

    it('opens only in its own context', () => {
      const text = seal.sealText({ secret: 'ß' }, 'form of ada', 60_000);
      expect(text).toMatch(/^[\w-]+$/);
      expect(seal.openText(text, 'form of ada')).toEqual({ secret: 'ß' });
      expect(seal.openText(text, 'form of grace')).toBeUndefined();
      expect(seal.openText(`${text}x`.slice(4), 'form of ada')).toBeUndefined();
    });

    it('opens without an end for its owner as the content of an event', () => {
      const text = seal.sealJson({ secret: 'ß' }, 'ada');
      expect(text).toMatch(/^[\w+/]+=*$/);
      expect(seal.openJson(text, 'ada')).toEqual({ secret: 'ß' });
      expect(seal.openJson(text, 'grace')).toBeUndefined();
    });

    it('does not open after it expires', () => {
      expect(seal.openText(seal.sealText('secret', 'form', 0), 'form')).toBeUndefined();
    });
  });

  describe('secrets', () => {
    const secret = (length: number) => 'x'.repeat(length);

    it('may have 32 characters', () => {
      expect(minSecretLength).toBe(32);
      const shortest = new TokenSeal([secret(32)]);
      expect(shortest.open(shortest.seal('token', 'owner'), 'owner')).toBe('token');
    });

    it.each([
      ['the first is too short', [secret(31), secret(32)]],
      ['another is too short', [secret(32), secret(31)]],
      ['one is empty', ['']],
      ['there are none', []],
    ])('are rejected if %s', (_, secrets) => {
      const make = () => new TokenSeal(secrets as [string, ...string[]]);
      expect(make).toThrow(RangeError);
      expect(make).toThrow('Each secret key needs at least 32 characters.');
    });
  });
});
