import { hasExpired, principalOf, rememberPrincipal, type Principal } from './principal.js';

describe('a principal', () => {
  it('expires at its time, and one without a time never', () => {
    expect(hasExpired({ expiresAt: new Date(Date.now() - 1) })).toBe(true);
    expect(hasExpired({ expiresAt: new Date(Date.now()) })).toBe(true);
    expect(hasExpired({ expiresAt: new Date(Date.now() + 60_000) })).toBe(false);
    expect(hasExpired({ expiresAt: null })).toBe(false);
  });

  it('is that of the request it was found for, and of no other', () => {
    const [mine, other] = [{}, {}];
    const principal = { tokenId: 'mine' } as Principal;
    rememberPrincipal(mine, principal);
    expect(principalOf(mine)).toBe(principal);
    expect(principalOf(other)).toBeUndefined();
    expect(Object.keys(mine)).toEqual([]);
  });
});
