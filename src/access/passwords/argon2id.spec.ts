import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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
  ])('%s makes hashes that %s verifies, for various costs', async (maker, reader) => {
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
    ['an empty password', ''],
    ['a zero byte', 'a\u0000b'],
    ['four-byte characters', '🔑🗝️𝔞'],
    ['a lone surrogate', 'a\ud83d'],
    ['a million characters', 'é'.repeat(1_000_000)],
  ])('treats %s alike in both implementations', async (_, password) => {
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

  it.each(Object.keys(implementations))(
    '%s verifies no password against bcrypt and scrypt hashes',
    async (name) => {
      const { verify } = implementations[name]!;
      const others = [
        '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
        '$scrypt$ln=14,r=8,p=1$c2FsdA$aGFzaA',
      ];
      for (const stored of others) expect(await verify(stored, 'a password')).toBe(false);
    },
  );

  it.each(Object.keys(implementations))('%s rejects malformed hashes', async (name) => {
    const { verify } = implementations[name]!;
    for (const stored of ['', 'not a hash', '$argon2id$v=19$m=8,t=1,p=1$']) {
      await expect(verify(stored, 'a password')).rejects.toThrow();
    }
  });
});

describe('a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'argon2id-'));
  const require = createRequire(import.meta.url);
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Creates a program with only these packages installed next to the module. */
  function installed(packages: readonly string[]): string {
    const program = mkdtempSync(join(folder, 'program-'));
    for (const name of packages) {
      const link = join(program, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(dirname(require.resolve(`${name}/package.json`)), link);
    }
    const file = join(program, 'argon2id.mjs');
    copyFileSync(fileURLToPath(new URL('argon2id.js', import.meta.url)), file);
    return file;
  }

  /**
   * Runs the program. Returns the package it hashes with, a hash, whether it verifies `other`, and its warnings.
   *
   * @param binary replaces the binary of `@node-rs/argon2`
   */
  function run(file: string, other: string, binary = '') {
    const program = `
      const { argon2id, reference } = await import(${JSON.stringify(pathToFileURL(file).href)});
      const name = argon2id === reference() ? 'argon2' : '@node-rs/argon2';
      const stored = await argon2id.hash('a password', ${JSON.stringify(least)});
      const isRight = await argon2id.verify(${JSON.stringify(other)}, 'a password');
      console.log(JSON.stringify({ name, stored, isRight }));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: binary },
    });
    const result = JSON.parse(stdout) as { name: string; stored: string; isRight: boolean };
    return { ...result, stderr };
  }

  it('uses argon2 if only that is installed, and both packages verify each other’s hashes', async () => {
    const other = await accelerated()!.hash('a password', least);
    const { name, stored, isRight, stderr } = run(installed(['argon2']), other);
    expect([name, isRight, stderr]).toEqual(['argon2', true, '']);
    expect(await accelerated()!.verify(stored, 'a password')).toBe(true);
  });

  it('uses @node-rs/argon2 if it is installed, and both packages verify each other’s hashes', async () => {
    const other = await reference().hash('a password', least);
    const { name, stored, isRight, stderr } = run(installed(['argon2', '@node-rs/argon2']), other);
    expect([name, isRight, stderr]).toEqual(['@node-rs/argon2', true, '']);
    expect(await reference().verify(stored, 'a password')).toBe(true);
  });

  it.each([
    ['does not load', 'not a binary', 'broken.node'],
    ['does not verify a reference hash', 'exports.verifySync = () => false;', 'wrong.cjs'],
  ])('falls back to argon2 with a warning if @node-rs/argon2 %s', async (_, content, fileName) => {
    const binary = join(folder, fileName);
    writeFileSync(binary, content);
    const other = await accelerated()!.hash('a password', least);
    const { name, stderr } = run(installed(['argon2', '@node-rs/argon2']), other, binary);
    expect(name).toBe('argon2');
    expect(stderr).toContain('Warning: argon2 hashes passwords in place of @node-rs/argon2: ');
  });
});
