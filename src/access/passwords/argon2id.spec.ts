import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accelerated, type Argon2id, reference } from './argon2id.js';

const least = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe('argon2id', () => {
  const implementations: Record<string, Argon2id | undefined> = {
    accelerated: accelerated(),
    reference: reference(),
  };

  it.each([
    ['accelerated', 'reference'],
    ['reference', 'accelerated'],
  ])('%s makes hashes that %s knows, at any cost', async (maker, reader) => {
    const { hash } = implementations[maker]!;
    const { verify } = implementations[reader]!;
    for (const cost of [
      least,
      { memoryCost: 64, timeCost: 3, parallelism: 4 },
      { memoryCost: 1_003, timeCost: 2, parallelism: 3 },
      { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
      { memoryCost: 65_536, timeCost: 3, parallelism: 4 },
    ]) {
      const stored = await hash('analytical engine 1843', cost);
      const { memoryCost: m, timeCost: t, parallelism: p } = cost;
      expect(stored).toMatch(
        new RegExp(`^\\$argon2id\\$v=19\\$m=${m},t=${t},p=${p}\\$[\\w+/]{22}\\$[\\w+/]{43}$`),
      );
      expect(await verify(stored, 'analytical engine 1843')).toBe(true);
      expect(await verify(stored, 'analytical engine 1844')).toBe(false);
    }
  });

  it.each([
    ['nothing', ''],
    ['a zero byte', 'a\u0000b'],
    ['characters of four bytes', '🔑🗝️𝔞'],
    ['half a character', 'a\ud83d'],
    ['a million characters', 'é'.repeat(1_000_000)],
  ])('takes %s for the same password in both', async (_, password) => {
    for (const { hash } of Object.values(implementations) as Argon2id[]) {
      const stored = await hash(password, least);
      for (const { verify } of Object.values(implementations) as Argon2id[]) {
        expect(await verify(stored, password)).toBe(true);
        expect(await verify(stored, `${password}b`)).toBe(false);
      }
    }
  });

  it.each(Object.keys(implementations))('%s salts every hash', async (name) => {
    const { hash } = implementations[name]!;
    expect(await hash('a password', least)).not.toBe(await hash('a password', least));
  });

  it.each(Object.keys(implementations))('%s knows no password by other hashes', async (name) => {
    const { verify } = implementations[name]!;
    const others = [
      '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
      '$scrypt$ln=14,r=8,p=1$c2FsdA$aGFzaA',
    ];
    for (const stored of others) expect(await verify(stored, 'a password')).toBe(false);
  });

  it.each(Object.keys(implementations))('%s rejects what is no hash', async (name) => {
    const { verify } = implementations[name]!;
    for (const stored of ['', 'not a hash', '$argon2id$v=19$m=8,t=1,p=1$']) {
      await expect(verify(stored, 'a password')).rejects.toThrow();
    }
  });
});

describe('the reference implementation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'argon2id-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What hashes in a process in which the accelerated one is made of `binary`. */
  function usedBeside(binary: string): string {
    const program = `
      const { accelerated, argon2id, reference } = await import(${JSON.stringify(new URL('argon2id.js', import.meta.url).href)});
      const stored = await argon2id.hash('a password', ${JSON.stringify(least)});
      if (!(await reference().verify(stored, 'a password'))) throw new Error(stored);
      console.log(argon2id === reference() ? 'reference' : 'accelerated', typeof accelerated());`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: binary },
    }).trim();
  }

  it('is not used where there is a faster one', () => {
    expect(usedBeside('')).toBe('accelerated object');
  });

  it('is used where there is no binary of the faster one', () => {
    const broken = join(folder, 'broken.node');
    writeFileSync(broken, 'not a binary');
    expect(usedBeside(broken)).toBe('reference undefined');
  });

  it('is used where the faster one does not know its hashes', () => {
    const wrong = join(folder, 'wrong.cjs');
    writeFileSync(wrong, 'exports.verifySync = () => false;');
    expect(usedBeside(wrong)).toBe('reference undefined');
  });
});
