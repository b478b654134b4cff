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
    expect(both.fingerprints[0]).toMatch(/^[0-9a-f]{16}$/);
  });

  it('opens nothing for another owner', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (owner, other) => {
        fc.pre(owner !== other);
        expect(seal.open(seal.seal('token', owner), other)).toBeUndefined();
      }),
    );
  });

  it('notices a change of any single bit', () => {
    const sealed = seal.seal('token', 'owner');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const tampered = sealed.slice();
      tampered[bit >> 3]! ^= 1 << (bit & 7);
      expect(seal.open(tampered, 'owner')).toBeUndefined();
    }
  });

  it('opens nothing that is cut short or longer, not even to nothing', () => {
    // Of an empty token nothing but the tag could be missing.
    for (const token of ['token', '']) {
      const sealed = seal.seal(token, 'owner');
      for (let length = 0; length < sealed.length; length++) {
        expect(seal.open(sealed.subarray(0, length), 'owner')).toBeUndefined();
        expect(seal.open(sealed.subarray(sealed.length - length), 'owner')).toBeUndefined();
      }
      expect(seal.open(Buffer.concat([sealed, Buffer.of(0)]), 'owner')).toBeUndefined();
    }
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(seal.open(bytes, 'owner')).toBeUndefined();
      }),
    );
  });

  it('adds 12 bytes of nonce and 16 of tag, and discloses nothing of the token', () => {
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

    it('opens nothing with a secret that is gone', () => {
      const sealed = new TokenSeal([secretA]).seal('token', 'owner');
      expect(new TokenSeal([secretB]).open(sealed, 'owner')).toBeUndefined();
    });
  });

  describe('seals a text for a cookie or a form', () => {
    const seal = new TokenSeal([secretA]);

    it('which opens in its context alone', () => {
      const text = seal.sealText({ secret: 'ß' }, 'form of ada', 60_000);
      expect(text).toMatch(/^[\w-]+$/);
      expect(seal.openText(text, 'form of ada')).toEqual({ secret: 'ß' });
      expect(seal.openText(text, 'form of grace')).toBeUndefined();
      expect(seal.openText(`${text}x`.slice(4), 'form of ada')).toBeUndefined();
    });

    it('which does not open when its time is over', () => {
      expect(seal.openText(seal.sealText('secret', 'form', 0), 'form')).toBeUndefined();
    });
  });

  describe('needs secrets that cannot be guessed', () => {
    const secret = (length: number) => 'x'.repeat(length);

    it('of 32 characters', () => {
      expect(minSecretLength).toBe(32);
      const shortest = new TokenSeal([secret(32)]);
      expect(shortest.open(shortest.seal('token', 'owner'), 'owner')).toBe('token');
    });

    it.each([
      ['the first one', [secret(31), secret(32)]],
      ['another one', [secret(32), secret(31)]],
      ['an empty one', ['']],
      ['none at all', []],
    ])('and refuses %s otherwise', (_, secrets) => {
      const make = () => new TokenSeal(secrets as [string, ...string[]]);
      expect(make).toThrow(RangeError);
      expect(make).toThrow('Each secret key needs at least 32 characters.');
    });
  });
});
