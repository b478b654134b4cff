import { Secret, TOTP } from 'otpauth';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.js';
import { newTotpSecret, matchStep, totpUri } from './totp.js';

/** `12345678901234567890` in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('authenticator codes', () => {
  // RFC 6238 appendix B lists eight digits; the last six are the six-digit code.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('match RFC 6238 at %i seconds', (seconds, code) => {
    const now = seconds * 1_000;
    expect(matchStep(secret, code.slice(-6), now)).toBe(Math.floor(seconds / 30));
  });

  const now = 1_111_111_111_000;
  const step = 37_037_037;
  const codeAt = (drift: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + drift * 30_000 });

  it('are accepted one step early or late, but not two', () => {
    for (const drift of [-1, 0, 1]) {
      expect(matchStep(secret, codeAt(drift), now)).toBe(step + drift);
    }
    for (const drift of [-2, 2]) {
      expect(matchStep(secret, codeAt(drift), now)).toBeUndefined();
    }
  });

  it.each(['', '12345', '0'.repeat(60), '١٢٣٤٥٦'])('are rejected if malformed: %j', (code) => {
    expect(matchStep(secret, code, now)).toBeUndefined();
  });

  it('are rejected for another secret', () => {
    expect(matchStep(newTotpSecret(), codeAt(0), now)).toBeUndefined();
  });
});

describe('the authenticator secret', () => {
  it('has 160 random bits', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  it('is shared in a URI that names the service and the account', () => {
    const uri = new URL(totpUri(secret, 'accounts.example', 'ada&b@example.com'));
    expect(uri.protocol + uri.host).toBe('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).toBe('/accounts.example:ada&b@example.com');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret,
      issuer: 'accounts.example',
    });
  });
});

describe('the issuer in the URI', () => {
  const readIssuer = (issuer: string) => {
    const uri = new URL(totpUri(secret, issuer, 'ada@example.com'));
    const [label] = decodeURIComponent(uri.pathname).split(':');
    expect(label).toBe(`/${uri.searchParams.get('issuer')}`);
    return uri.searchParams.get('issuer');
  };

  it('has no colon, where apps would cut it', () => {
    expect(readIssuer('Ada: Engines')).toBe('Ada Engines');
  });

  it('is shortened, so that phones can read the QR code', () => {
    expect(readIssuer('語'.repeat(64))).toBe('語'.repeat(16));
  });
});

describe('recovery codes', () => {
  it('are created ten at a time, each unique and of 120 bits', () => {
    const codes = [newRecoveryCodes(), newRecoveryCodes()].flat();
    expect(codes).toHaveLength(20);
    expect(new Set(codes).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  });

  it('match in any letter case and grouping', () => {
    const hash = hashRecoveryCode('ABCD-EFGH-IJKL-MNOP');
    expect(hashRecoveryCode(' abcdefgh ijklmnop')).toEqual(hash);
    expect(hashRecoveryCode('ABCD-EFGH-IJKL-MNOQ')).not.toEqual(hash);
  });
});
