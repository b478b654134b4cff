import { hasExpired, getPrincipal, rememberPrincipal, type Principal } from './principal.js';

describe('a principal', () => {
  it('expires at expiresAt, or never without it', () => {
    expect(hasExpired({ expiresAt: new Date(Date.now() - 1) })).toBe(true);
    expect(hasExpired({ expiresAt: new Date(Date.now()) })).toBe(true);
    expect(hasExpired({ expiresAt: new Date(Date.now() + 60_000) })).toBe(false);
    expect(hasExpired({ expiresAt: null })).toBe(false);
  });

  it('belongs only to the request that it was remembered for', () => {
    const [mine, other] = [{}, {}];
    const principal = { tokenId: 'mine' } as Principal;
    rememberPrincipal(mine, principal);
    expect(getPrincipal(mine)).toBe(principal);
    expect(getPrincipal(other)).toBeUndefined();
    expect(Object.keys(mine)).toEqual([]);
  });
});
