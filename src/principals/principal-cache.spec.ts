import { Logger } from '@nestjs/common';
import type { ChangeLog } from '../database/change-log.js';
import { defaultCacheBytes, frozenCopy, PrincipalCache } from './principal-cache.js';
import { KeysByDependency } from './row-cache.js';
import type { Principal } from './principal.js';

const maxForgotten = 10_000;

describe('PrincipalCache', () => {
  let changes: Pick<ChangeLog, 'isFollowing' | 'isCurrent' | 'becomesCurrent'>;
  let cache: PrincipalCache;
  let isCurrent: boolean;
  beforeEach(() => {
    isCurrent = true;
    changes = {
      isFollowing: () => true,
      isCurrent: () => isCurrent,
      becomesCurrent: async () => isCurrent,
    };
    cache = new PrincipalCache({ ...changes, observe: () => undefined } as never as ChangeLog);
  });

  function principal(
    tokenId: string,
    { account = 'a', revision = 1, application = 'b', owner = 'c' } = {},
  ) {
    return {
      tokenId,
      account: { id: account, revision, name: 'n'.repeat(50), email: '', emailKey: '' },
      application: { id: application, ownerId: owner, name: '' },
      scope: [] as readonly string[],
      authorizationId: `authorization of ${tokenId}`,
      expiresAt: null,
    } as Principal;
  }
  const keep = (...args: Parameters<typeof principal>) =>
    cache.keep(principal(...args), cache.now());

  it('returns kept entries only while it is up to date with the changes', async () => {
    keep('1');
    expect(await cache.get('1')).toEqual(principal('1'));
    expect(await cache.get('2')).toBeUndefined();
    isCurrent = false;
    expect(await cache.get('1')).toBeUndefined();
    isCurrent = true;
    expect(await cache.get('1')).toBeDefined();
  });

  it('waits for pending changes, and misses the entries that they drop', async () => {
    isCurrent = false;
    const becomesCurrent = async () => {
      cache.forget('a');
      return true;
    };
    const paused = { ...changes, becomesCurrent, observe: () => undefined };
    cache = new PrincipalCache(paused as never as ChangeLog);
    keep('1');
    keep('2', { account: 'x', application: 'y', owner: 'z' });
    expect(await cache.get('1')).toBeUndefined();
    expect(await cache.get('2')).toBeDefined();
  });

  it('observes the change log', () => {
    const observers: unknown[] = [];
    const observe = (observer: unknown) => void observers.push(observer);
    cache = new PrincipalCache({ ...changes, observe } as never as ChangeLog);
    expect(observers).toEqual([cache]);
  });

  it('keeps as many entries as fit, and prefers reused ones', async () => {
    cache = new PrincipalCache(
      { ...changes, observe: () => undefined } as never as ChangeLog,
      974 * 1_000,
    );
    for (let i = 0; i < 1_000; i++) keep(`${i}`, { account: `${i}`.padStart(12, '0') });
    expect(await cache.get('0')).toBeDefined();
    for (let i = 1_000; i < 5_000; i++) keep(`${i}`, { account: 'one of them.' });
    const { size, bytes, maxBytes } = cache.statistics;
    expect([size, bytes, maxBytes]).toEqual([1_000, 974_000, 974_000]);
    const kept: string[] = [];
    for (let i = 0; i < 5_000; i++) if (await cache.get(`${i}`)) kept.push(`${i}`);
    expect(kept).toHaveLength(1_000);
    expect(kept[0]).toBe('0');
    // No trace of the evicted entries remains.
    for (const id of ['one of them.', 'b', '000000000000']) cache.forget(id);
    expect(cache.statistics).toMatchObject({ size: 0, bytes: 0 });
    expect(cache).toMatchObject({ dependents: { keys: new Map() } });
  });

  it('uses at most 64 MiB by default', () => {
    expect(cache.statistics.maxBytes).toBe(defaultCacheBytes());
    expect(defaultCacheBytes()).toBeLessThanOrEqual(64 * 1_024 * 1_024);
  });

  it('keeps no part of an entry that is larger than its capacity', async () => {
    cache = new PrincipalCache({ ...changes, observe: () => undefined } as never as ChangeLog, 10);
    keep('1');
    expect(await cache.get('1')).toBeUndefined();
    expect(cache).toMatchObject({ dependents: { keys: new Map() } });
  });

  it('counts hits and misses', async () => {
    keep('1');
    await cache.get('1');
    await cache.get('1');
    await cache.get('2');
    isCurrent = false;
    await cache.get('1');
    expect(cache.statistics).toMatchObject({ hits: 2, misses: 2, size: 1 });
  });

  it('logs its hits and misses every 10,000 requests', async () => {
    const debug = jest.spyOn(Logger.prototype, 'debug').mockImplementation();
    keep('1');
    for (let i = 0; i < 20_001; i++) await cache.get(`${(i % 2) + 1}`);
    expect(debug.mock.calls).toEqual(
      [5_000, 10_000].map((half) => [
        expect.objectContaining({ hits: half, misses: half, size: 1 }),
      ]),
    );
    debug.mockRestore();
  });

  it.each([
    ['the token', '1'],
    ['its account', 'a'],
    ['its application', 'b'],
    ['the owner of its application', 'c'],
    ['its authorization', 'authorization of 1'],
  ])('forgets an entry with %s, and no other', async (_, id) => {
    keep('1');
    keep('2', { account: 'x', application: 'y', owner: 'z' });
    cache.forget(id);
    expect(await cache.get('1')).toBeUndefined();
    expect(await cache.get('2')).toBeDefined();
    keep('1');
    expect(await cache.get('1')).toBeDefined();
  });

  it('keeps track of the other entries of an account when one is forgotten', async () => {
    keep('1');
    keep('2');
    cache.forget('1');
    expect(await cache.get('2')).toBeDefined();
    cache.forget('a');
    expect(await cache.get('2')).toBeUndefined();
  });

  it('drops the principal of a user who owns the application', async () => {
    keep('1', { account: 'a', owner: 'a' });
    cache.forget('1');
    expect(await cache.get('1')).toBeUndefined();
    keep('2', { account: 'a', owner: 'a' });
    cache.forget('a', 5);
    expect(await cache.get('2')).toBeUndefined();
  });

  it('ignores changes to unknown ids', async () => {
    keep('1');
    cache.forget('unknown');
    cache.forget('unknown', 5);
    cache.renew({ id: 'unknown', revision: 5 } as never);
    expect(await cache.get('1')).toEqual(principal('1'));
  });

  it('forgets only entries with an older revision of a changed account', async () => {
    keep('1', { revision: 4 });
    keep('2', { revision: 5 });
    keep('of an application of theirs', { account: 'x', application: 'y', owner: 'a' });
    cache.forget('a', 5);
    expect(await cache.get('1')).toBeUndefined();
    expect(await cache.get('2')).toBeDefined();
    expect(await cache.get('of an application of theirs')).toBeDefined();
  });

  it('shows a change made on this node immediately, and never an older revision', async () => {
    keep('1', { revision: 4 });
    keep('2', { revision: 6 });
    keep('of another', { account: 'x', owner: 'a' });
    const others = await cache.get('of another');
    const before = cache.now();
    const renewed = { ...principal('1').account, name: 'Renamed', revision: 5 };
    cache.renew(renewed);
    expect(await cache.get('1')).toEqual({ ...principal('1'), account: renewed });
    expect(await cache.get('2')).toEqual(principal('2', { revision: 6 }));
    expect(await cache.get('of another')).toBe(others);
    cache.keep(principal('3', { revision: 4 }), before);
    expect(await cache.get('3')).toBeUndefined();
    cache.forget('a');
    expect(await Promise.all([cache.get('1'), cache.get('2')])).toEqual([undefined, undefined]);
  });

  it.each(['1', 'a', 'b', 'c', 'authorization of 1'])(
    'does not keep an entry that was read before %s was forgotten',
    async (id) => {
      const before = cache.now();
      cache.forget(id);
      cache.keep(principal('1'), before);
      cache.keep(principal('2', { account: 'x', application: 'y', owner: 'z' }), before);
      expect(await cache.get('1')).toBeUndefined();
      expect(await cache.get('2')).toBeDefined();
    },
  );

  it('does not keep an entry that was read before everything was dropped', async () => {
    const before = cache.now();
    cache.clear();
    cache.keep(principal('1'), before);
    expect(await cache.get('1')).toBeUndefined();
  });

  it('is empty after it is cleared, and keeps new entries', async () => {
    keep('1');
    cache.clear();
    expect(await cache.get('1')).toBeUndefined();
    expect(cache).toMatchObject({ dependents: { keys: new Map() } });
    keep('1');
    expect(await cache.get('1')).toBeDefined();
    cache.forget('a');
    cache.clear();
    expect(cache).toMatchObject({ forgottenAt: new Map() });
  });

  it('distinguishes 10,000 forgotten ids from others', async () => {
    const before = cache.now();
    for (let i = 0; i < maxForgotten; i++) cache.forget(`id ${i}`);
    cache.keep(principal('1', { account: 'id 0' }), before);
    cache.keep(principal('2'), before);
    expect(await Promise.all([cache.get('1'), cache.get('2')])).toEqual([
      undefined,
      principal('2'),
    ]);
  });

  it('remembers at most 10,000 forgotten ids, and keeps no entry read before them', async () => {
    const before = cache.now();
    for (let i = 0; i < 3 * maxForgotten; i++) cache.forget(`id ${i}`);
    cache.keep(principal('1', { account: 'id 0' }), before);
    expect(await cache.get('1')).toBeUndefined();
    const { forgottenAt } = cache as unknown as { forgottenAt: Map<string, number> };
    expect(forgottenAt.size).toBeLessThanOrEqual(maxForgotten);
  });

  it('keeps nothing while changes cannot be read', () => {
    const deaf = { ...changes, isFollowing: () => false, observe: () => undefined };
    cache = new PrincipalCache(deaf as never as ChangeLog);
    keep('1');
    expect((cache as unknown as { values: Map<string, unknown> }).values.size).toBe(0);
  });

  it('misses tokens that have expired', async () => {
    const ended = { ...principal('1'), expiresAt: new Date(Date.now() - 1) };
    cache.keep(ended, cache.now());
    expect(await cache.get('1')).toBeUndefined();
    cache.keep({ ...ended, expiresAt: new Date(Date.now() + 60_000) }, cache.now());
    expect(await cache.get('1')).toBeDefined();
  });
});

describe('KeysByDependency', () => {
  let dependents: KeysByDependency;
  beforeEach(() => {
    dependents = new KeysByDependency();
  });

  it('returns zero, one or many tokens of an id', () => {
    expect([...dependents.find('account')]).toEqual([]);
    dependents.add('account', 'first');
    expect([...dependents.find('account')]).toEqual(['first']);
    dependents.add('account', 'second');
    dependents.add('account', 'third');
    expect([...dependents.find('account')]).toEqual(['first', 'second', 'third']);
    expect([...dependents.find('application')]).toEqual([]);
  });

  it('stores a token once', () => {
    dependents.add('account', 'first');
    dependents.add('account', 'first');
    expect([...dependents.find('account')]).toEqual(['first']);
    dependents.add('account', 'second');
    dependents.add('account', 'first');
    expect([...dependents.find('account')]).toEqual(['first', 'second']);
  });

  it.each([
    ['one', ['first']],
    ['many', ['first', 'second']],
  ])('deletes a token of %s, and no other', (_, tokens) => {
    for (const token of tokens) dependents.add('account', token);
    dependents.delete('account', 'another');
    dependents.delete('application', 'first');
    expect([...dependents.find('account')]).toEqual(tokens);
    dependents.delete('account', 'first');
    expect([...dependents.find('account')]).toEqual(tokens.slice(1));
  });

  it('keeps nothing for an id without tokens', () => {
    for (const token of ['first', 'second']) dependents.add('account', token);
    for (const token of ['first', 'second']) dependents.delete('account', token);
    dependents.add('application', 'first');
    dependents.delete('application', 'first');
    expect(dependents).toEqual({ keys: new Map() });
  });

  it('allows deleting tokens during iteration', () => {
    for (const token of ['first', 'second', 'third']) dependents.add('account', token);
    const seen: string[] = [];
    for (const token of dependents.find('account')) {
      seen.push(token);
      dependents.delete('account', token);
    }
    expect(seen).toEqual(['first', 'second', 'third']);
  });
});

describe('a frozen copy', () => {
  const row = {
    name: 'Ada',
    none: null,
    born: new Date(0),
    application: { scope: ['account:read'] },
  };
  const value = frozenCopy(row);

  it.each<[string, () => unknown]>([
    ['changing a member', () => ((value as { name: string }).name = 'x')],
    ['adding a member', () => Object.assign(value, { more: 1 })],
    ['changing a nested member', () => (value.application.scope = [])],
    ['changing a list', () => value.application.scope.push('account:write')],
  ])('prevents %s', (_, change) => {
    expect(change).toThrow(TypeError);
  });

  it('does not change with its original', () => {
    row.born.setFullYear(1815);
    row.application.scope.push('account:write');
    expect(value.born).toEqual(new Date(0));
    expect(value.application.scope).toEqual(['account:read']);
  });

  it('equals its original', () => {
    expect(value.born.toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(value).toEqual({
      name: 'Ada',
      none: null,
      born: new Date(0),
      application: { scope: ['account:read'] },
    });
  });
});
