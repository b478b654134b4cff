import { availableParallelism } from 'node:os';
import { OverloadedError, UnavailableError } from '../../errors/error-registry.js';
import { isHostError } from '../../errors/host-error.js';
import { foreignVectors } from '../../../test/support/foreign-hashes.js';
import { readForeignHash, toStoredHash } from './foreign-hashes.js';
import { PasswordHasher } from './password-hasher.js';

const password = 'analytical engine 1843';

/** A stored hash whose check takes no time, so that a test sees when its turn came. */
const notAHash = 'not a hash';

/** Records the order of settled promises. */
class Ends {
  readonly order: string[] = [];

  async note(name: string, work: Promise<unknown>): Promise<void> {
    await work.catch(() => undefined);
    this.order.push(name);
  }
}

const stored = (memory: number, iterations: number, threads: number) =>
  `$argon2id$v=19$m=${memory},t=${iterations},p=${threads}$c29tZXNhbHQ$c29tZWhhc2g`;

describe('password hasher', () => {
  const hasher = new PasswordHasher();

  it('verifies the hashed password and no other', async () => {
    const hash = await hasher.hash(password);
    expect(await hasher.verify(hash, password)).toBe(true);
    expect(await hasher.verify(hash, password + ' ')).toBe(false);
    expect(await hasher.verify(hash, password.toUpperCase())).toBe(false);
  });

  it.each([
    '',
    'x',
    '$argon2id$',
    '$argon2id$v=19$m=65536',
    '$argon2id$v=19$m=0,t=0,p=0$c29tZXNhbHQ$c29tZWhhc2g',
    '$argon2id$v=19$m=4294967295,t=1,p=1$c29tZXNhbHQ$c29tZWhhc2g',
    '$argon2id$v=19$m=8,t=1,p=1$!!!!!!!!!!!$????????',
    '$argon2id$v=19$m=7,t=1,p=1$c29tZXNhbHQ$c29tZWhhc2g',
    '$argon2id$v=19$m=799,t=1,p=100$c29tZXNhbHQ$c29tZWhhc2g',
    '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQAA$c29tZWhhc2g',
    '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$c29tZWhhc2gAA',
    '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHR$c29tZWhhc2g',
    'imported:',
    '{SSHA}c29tZWhhc2g',
  ])('verifies no password against a malformed or unknown hash: %j', async (unknown) => {
    expect(await hasher.verify(unknown, password)).toBe(false);
    expect(await hasher.verify(unknown, 'x'.repeat(100_000))).toBe(false);
  });

  it('salts every hash', async () => {
    expect(await hasher.hash(password)).not.toBe(await hasher.hash(password));
  });

  it('hashes with argon2id at OWASP’s minimum by default', async () => {
    expect(await hasher.hash(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('hashes with the parameters it was given', async () => {
    const costly = new PasswordHasher({ memoryKiB: 20_000, iterations: 3, parallelism: 2 });
    expect(await costly.hash(password)).toMatch(/^\$argon2id\$v=19\$m=20000,t=3,p=2\$/);
  });

  it('treats an undefined option as omitted', async () => {
    const options = {
      memoryKiB: undefined,
      iterations: undefined,
      parallelism: undefined,
      lanes: undefined,
    };
    expect(await new PasswordHasher(options).hash(password)).toMatch(/m=19456,t=2,p=1/);
  });

  it('accepts the same password from another keyboard', async () => {
    const composed = await hasher.hash('caf\u00e9 ﬁ 1');
    expect(await hasher.verify(composed, 'cafe\u0301 fi １')).toBe(true);
    const decomposed = await hasher.hash('cafe\u0301 fi １');
    expect(await hasher.verify(decomposed, 'caf\u00e9 ﬁ 1')).toBe(true);
  });

  it('reads every character of a long password', async () => {
    const long = 'x'.repeat(1_023);
    const hash = await hasher.hash(long + 'a');
    expect(await hasher.verify(hash, long + 'a')).toBe(true);
    expect(await hasher.verify(hash, long + 'b')).toBe(false);
  });

  it('does not block the event loop while it hashes or verifies', async () => {
    const slow = new PasswordHasher({ iterations: 30 });
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const hashing = slow.hash(password);
    expect(ticks).toBe(0);
    const hash = await hashing;
    const whileHashing = ticks;
    await slow.verify(hash, password);
    clearInterval(timer);
    expect(whileHashing).toBeGreaterThan(3);
    expect(ticks - whileHashing).toBeGreaterThan(3);
  });
});

describe('an imported hash', () => {
  const hasher = new PasswordHasher();
  const getVector = (name: string) => foreignVectors.find(({ system }) => system === name)!;

  it.each(['argon2id', 'bcrypt $2b$', 'scrypt', 'Firebase', 'PBKDF2 of Django'])(
    'verifies its password and is outdated: %s',
    async (system) => {
      const vector = getVector(system);
      const hash = toStoredHash(vector.hash);
      expect(hasher.canVerify(hash)).toBe(true);
      expect(await hasher.verify(hash, vector.password)).toBe(true);
      expect(await hasher.verify(hash, 'another password')).toBe(false);
      expect(await hasher.verify(hash, 'x'.repeat(100_000))).toBe(false);
      expect(hasher.isOutdated(hash)).toBe(true);
    },
  );

  it('is outdated even with our own algorithm and parameters', async () => {
    const hash = toStoredHash(await hasher.hash(password));
    expect(await hasher.verify(hash, password)).toBe(true);
    expect(hasher.isOutdated(hash)).toBe(true);
  });

  it.each([
    ['PBKDF2 of Django', 'le\u0300tmein'],
    ['Better Auth, normalized', 'cafe\u0301 \ufb01 \uff11'],
  ])('matches a password in another Unicode form: %s', async (system, typed) => {
    expect(await hasher.verify(toStoredHash(getVector(system).hash), typed)).toBe(true);
  });

  it('is compared with the password as typed, then in NFC, then in NFKC', async () => {
    const compared: string[] = [];
    const host = new PasswordHasher({}, (hash, typed) => {
      expect(hash).toBe('{host}');
      compared.push(typed);
      return false;
    });
    expect(await host.verify(toStoredHash('{host}'), 'e\u0300 \ufb01')).toBe(false);
    expect(compared).toEqual(['e\u0300 \ufb01', '\u00e8 \ufb01', '\u00e8 fi']);
  });

  it('of an unknown format is verified by the host', async () => {
    const host = new PasswordHasher({}, async (hash, typed) => hash === `{host}${typed}`);
    const hash = toStoredHash(`{host}${password}`);
    expect(host.findForeignProblem(`{host}${password}`)).toBeUndefined();
    expect(host.canVerify(hash)).toBe(true);
    expect(await host.verify(hash, password)).toBe(true);
    expect(await host.verify(hash, 'another password')).toBe(false);
    expect(host.canVerify(toStoredHash(''))).toBe(false);
    expect(hasher.findForeignProblem('{host}')).toBe('password_hash_unknown');
    expect(hasher.canVerify(hash)).toBe(false);
  });

  it('never matches an empty password, even if another system hashed or accepted it', async () => {
    // https://www.openwall.com/crypt/: wrapper.c
    const empty = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy';
    expect(await readForeignHash(empty)!.verify('')).toBe(true);
    expect(await hasher.verify(toStoredHash(empty), '')).toBe(false);
    const host = new PasswordHasher({}, () => true);
    expect(await host.verify(toStoredHash('{ldap}'), '')).toBe(false);
    expect(await host.verify(toStoredHash('{ldap}'), password)).toBe(true);
  });

  it('does not occupy a lane for long if the host does not respond', async () => {
    const host = new PasswordHasher({ lanes: 1 }, () => new Promise(() => undefined));
    const stuck = host.verify(toStoredHash('{host}'), password);
    const next = host.hash(password);
    await expect(stuck).rejects.toBeInstanceOf(UnavailableError);
    expect(await host.verify(await next, password)).toBe(true);
  });

  it('does not match if the host returns a value other than true', async () => {
    const host = new PasswordHasher({}, (() => 'yes') as never);
    expect(await host.verify(toStoredHash('{host}'), password)).toBe(false);
  });

  it('rethrows an error of the host, marked as a host error', async () => {
    const error = new Error('The directory is unavailable.');
    const host = new PasswordHasher({}, () => Promise.reject(error));
    await expect(host.verify(toStoredHash('{host}'), password)).rejects.toBe(error);
    expect(isHostError(error)).toBe(true);
    expect(await host.verify(await host.hash(password), password)).toBe(true);
  });

  it('matches no password if it is too costly', async () => {
    const costly = '$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
    expect(hasher.findForeignProblem(costly)).toBe('password_hash_costly');
    expect(hasher.canVerify(toStoredHash(costly))).toBe(false);
    expect(await hasher.verify(toStoredHash(costly), 'U*U')).toBe(false);
  });
});

describe('the lanes of a password hasher', () => {
  it.each([1, 2, 3])('limit concurrent work to %d', async (lanes) => {
    const hasher = new PasswordHasher({ lanes });
    const ends = new Ends();
    const slow = Array.from({ length: lanes }, () => ends.note('slow', hasher.hash(password)));
    const late = ends.note('late', hasher.verify(notAHash, password));
    await Promise.all([...slow, late]);
    expect(ends.order[0]).toBe('slow');
    expect(ends.order).toContain('late');
  });

  it.each([2, 3])('are all used if there are %d', async (lanes) => {
    const hasher = new PasswordHasher({ lanes });
    const ends = new Ends();
    const slow = Array.from({ length: lanes - 1 }, () => ends.note('slow', hasher.hash(password)));
    const last = ends.note('last', hasher.verify(notAHash, password));
    await Promise.all([...slow, last]);
    expect(ends.order[0]).toBe('last');
  });

  it('default to one fewer than the CPU cores, and at least one', async () => {
    const hasher = new PasswordHasher();
    const lanes = Math.max(1, availableParallelism() - 1);
    for (const taken of [lanes - 1, lanes]) {
      const ends = new Ends();
      const slow = Array.from({ length: taken }, () => ends.note('slow', hasher.hash(password)));
      const last = ends.note('last', hasher.verify(notAHash, password));
      await Promise.all([...slow, last]);
      expect(ends.order[0]).toBe(taken < lanes ? 'last' : 'slow');
    }
  });

  it('serve callers in order', async () => {
    const hasher = new PasswordHasher({ lanes: 1 });
    const ends = new Ends();
    await Promise.all(
      ['first', 'second', 'third', 'fourth'].map((name) => ends.note(name, hasher.hash(password))),
    );
    expect(ends.order).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('are neither lost nor gained after failed checks', async () => {
    const hasher = new PasswordHasher({ lanes: 2 });
    const failures = Array.from({ length: 6 }, () => hasher.verify(notAHash, password));
    expect(await Promise.all(failures)).toEqual(Array(6).fill(false));
    const ends = new Ends();
    const slow = [0, 1].map(() => ends.note('slow', hasher.hash(password)));
    const late = ends.note('late', hasher.verify(notAHash, password));
    await Promise.all([...slow, late]);
    expect(ends.order[0]).toBe('slow');
    expect(await hasher.verify(await hasher.hash(password), password)).toBe(true);
  });

  it('queue 128 calls, reject the next immediately, then serve all that waited', async () => {
    const hasher = new PasswordHasher({ lanes: 1 });
    const ends = new Ends();
    const running = ends.note('running', hasher.hash(password));
    const waiting = Array.from({ length: 128 }, () => hasher.verify(notAHash, password));
    const settled = Promise.all(waiting);

    await expect(hasher.hash(password)).rejects.toBeInstanceOf(OverloadedError);
    await expect(hasher.verify(notAHash, password)).rejects.toBeInstanceOf(OverloadedError);
    expect(ends.order).toEqual([]);
    // 250 ms per hash.
    expect(hasher.queueMs).toBe(32_000);
    // Another module in the process has its own lanes.
    expect(new PasswordHasher({ lanes: 1 }).queueMs).toBe(0);
    expect(hasher.statistics).toMatchObject({ waiting: 128, running: 1, done: 0, refused: 2 });

    await running;
    expect(new Set(await settled)).toEqual(new Set([false]));
    expect(hasher.queueMs).toBe(0);
    expect(hasher.statistics).toMatchObject({ waiting: 0, running: 0, done: 129, refused: 2 });
    // Every queued call waited at least for the first one.
    const { waitedMs, hashedMs } = hasher.statistics;
    expect(waitedMs).toBeGreaterThan(hashedMs);
    expect(await hasher.verify(await hasher.hash(password), password)).toBe(true);
  });
});

describe('a password check without a stored hash', () => {
  /** The shortest, least disturbed run of each; the works alternate so that both meet the same load. */
  async function shortest(...works: (() => Promise<unknown>)[]): Promise<number[]> {
    const best = works.map(() => Infinity);
    for (let round = 0; round < 9; round++) {
      for (const [i, work] of works.entries()) {
        const start = performance.now();
        await work();
        best[i] = Math.min(best[i]!, performance.now() - start);
      }
    }
    return best;
  }

  it('takes about as long as one with a stored hash', async () => {
    const hasher = new PasswordHasher({ iterations: 8 });
    const hash = await hasher.hash(password);
    await hasher.verifyNone(password);
    const [real, none] = await shortest(
      () => hasher.verify(hash, 'another password'),
      () => hasher.verifyNone('another password'),
    );
    expect(none).toBeGreaterThan(real! / 3);
    expect(none).toBeLessThan(real! * 3);
  });

  it('waits in the same queue as other work', async () => {
    const hasher = new PasswordHasher({ lanes: 1 });
    await hasher.verifyNone(password);
    const ends = new Ends();
    await Promise.all([
      ends.note('hash', hasher.hash(password)),
      ends.note('none', hasher.verifyNone(password)),
    ]);
    expect(ends.order).toEqual(['hash', 'none']);
  });

  it('is rejected by a full queue, and accepted once there is space', async () => {
    const hasher = new PasswordHasher({ lanes: 1 });
    const running = hasher.hash(password);
    const waiting = Promise.allSettled(
      Array.from({ length: 128 }, () => hasher.verify(notAHash, password)),
    );
    await expect(hasher.verifyNone(password)).rejects.toBeInstanceOf(OverloadedError);
    await expect(hasher.verifyNone(password)).rejects.toBeInstanceOf(OverloadedError);
    await Promise.all([running, waiting]);
    await expect(hasher.verifyNone(password)).resolves.toBeUndefined();
  });
});

describe('a stored hash', () => {
  const hasher = new PasswordHasher({ memoryKiB: 32_768, iterations: 3, parallelism: 2 });

  it.each([
    ['less memory', stored(32_767, 3, 2)],
    ['fewer passes', stored(32_768, 2, 2)],
    ['fewer threads', stored(32_768, 3, 1)],
    ['more memory but fewer passes', stored(65_536, 2, 4)],
    ['another version of argon2', stored(32_768, 3, 2).replace('v=19', 'v=16')],
    ['argon2i', stored(32_768, 3, 2).replace('argon2id', 'argon2i')],
    ['argon2d', stored(32_768, 3, 2).replace('argon2id', 'argon2d')],
    ['bcrypt', '$2b$12$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234'],
    ['text before the argon2id hash', `{x}${stored(32_768, 3, 2)}`],
    ['no content', ''],
  ])('is outdated with %s', (_, hash) => {
    expect(hasher.isOutdated(hash)).toBe(true);
  });

  it.each([
    ['the same parameters', stored(32_768, 3, 2)],
    ['more memory', stored(32_769, 3, 2)],
    ['more passes', stored(32_768, 4, 2)],
    ['more threads', stored(32_768, 3, 3)],
    ['parameters with more digits', stored(1_048_576, 10, 12)],
  ])('is not outdated with %s', (_, hash) => {
    expect(hasher.isOutdated(hash)).toBe(false);
  });

  it('is not outdated when just made', async () => {
    expect(hasher.isOutdated(await hasher.hash(password))).toBe(false);
  });
});
