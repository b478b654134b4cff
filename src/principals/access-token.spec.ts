import fc from 'fast-check';
import { createHash } from 'node:crypto';
import {
  toHandle,
  hashToken,
  isHash,
  isWellFormedToken,
  newAccessToken,
  toTokenId,
  hashToTokenId,
} from './access-token.js';
import { newIdentifier } from '../database/identifier.js';

const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

/** Fixed examples: tokens in use must stay valid in every release. */
const known = ['0'.repeat(80) + '2K9pKP', 'Z'.repeat(80) + '3Emw2e'];

describe('access token', () => {
  it('is 86 ASCII letters and digits', () => {
    for (let i = 0; i < 200; i++) expect(newAccessToken()).toMatch(/^[0-9A-Za-z]{86}$/);
  });

  it('is well formed when it is created', () => {
    for (let i = 0; i < 200; i++) expect(isWellFormedToken(newAccessToken())).toBe(true);
  });

  it('is unique in each of its parts', () => {
    const tokens = Array.from({ length: 500 }, () => newAccessToken());
    for (const start of [0, 20, 40, 60]) {
      expect(new Set(tokens.map((token) => token.slice(start, start + 20))).size).toBe(500);
    }
  });

  it.each(known)('keeps the checksum of earlier releases: %s', (token) => {
    expect(isWellFormedToken(token)).toBe(true);
  });

  it('is rejected if any single character is replaced', () => {
    const token = newAccessToken();
    for (const [place, right] of [...token].entries()) {
      for (const wrong of alphabet) {
        if (wrong === right) continue;
        expect(isWellFormedToken(token.slice(0, place) + wrong + token.slice(place + 1))).toBe(
          false,
        );
      }
    }
  });

  it('is rejected if two neighbouring characters are swapped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 84 }), (place) => {
        const token = newAccessToken();
        const [a, b] = [token[place]!, token[place + 1]!];
        fc.pre(a !== b);
        expect(isWellFormedToken(token.slice(0, place) + b + a + token.slice(place + 2))).toBe(
          false,
        );
      }),
    );
  });

  it('is rejected with one character added or missing', () => {
    const token = newAccessToken();
    for (const text of [token + '0', '0' + token, token + '\n', ' ' + token, token.slice(0, 85)]) {
      expect(isWellFormedToken(text)).toBe(false);
    }
  });

  it('is rejected if it is arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isWellFormedToken(text)).toBe(false);
      }),
    );
  });

  it('is rejected if it is 86 random letters and digits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...alphabet), { minLength: 86, maxLength: 86 }),
        (characters) => {
          expect(isWellFormedToken(characters.join(''))).toBe(false);
        },
      ),
    );
  });
});

describe('the handle of a token', () => {
  it('is the identifier that it was created with', () => {
    for (let i = 0; i < 50; i++) {
      const handle = newIdentifier();
      const token = newAccessToken(handle);
      expect(toHandle(token)).toBe(handle);
      expect(isWellFormedToken(token)).toBe(true);
    }
  });

  it('leaves the rest of the token random', () => {
    const handle = newIdentifier();
    const tokens = Array.from({ length: 200 }, () => newAccessToken(handle));
    for (const start of [24, 44, 62]) {
      expect(new Set(tokens.map((token) => token.slice(start, start + 18))).size).toBe(200);
    }
  });

  it('cannot be replaced by another handle', () => {
    const token = newAccessToken(newIdentifier());
    expect(isWellFormedToken(newIdentifier() + token.slice(24))).toBe(false);
  });
});

describe('the hash of a token', () => {
  it('is its SHA-256', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const expected = createHash('sha256').update(text, 'utf8').digest('hex');
        expect(Buffer.from(hashToken(text)).toString('hex')).toBe(expected);
      }),
    );
    expect(Buffer.from(hashToken('abc')).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('is a Uint8Array with its own 32-byte buffer', () => {
    const hash = hashToken('abc');
    expect(Buffer.isBuffer(hash)).toBe(false);
    expect(hash).toBeInstanceOf(Uint8Array);
    expect(hash.buffer.byteLength).toBe(32);
  });
});

describe('the id of a token', () => {
  const id = 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0';

  it('is its hash in base64url', () => {
    expect(toTokenId('abc')).toBe(id);
    expect(hashToTokenId(hashToken('abc'))).toBe(id);
  });
});

describe('the stored form of a token', () => {
  it('matches only its token', () => {
    const [token, other] = [newAccessToken(), newAccessToken()];
    expect(isHash(hashToken(token), token)).toBe(true);
    expect(isHash(Buffer.from(hashToken(token)), token)).toBe(true);
    expect(isHash(hashToken(token), other)).toBe(false);
    expect(isHash(hashToken(token).subarray(0, 31), token)).toBe(false);
  });

  it('matches no token if nothing is stored', () => {
    expect(isHash(null, newAccessToken())).toBe(false);
    expect(isHash(new Uint8Array(), '')).toBe(false);
  });
});
