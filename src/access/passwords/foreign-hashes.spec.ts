import { readFileSync } from 'node:fs';
import { foreignVectors } from '../../../test/support/foreign-hashes.js';
import {
  isImported,
  maxForeignCost,
  readForeignHash,
  toPlainHash,
  toStoredHash,
} from './foreign-hashes.js';

describe('a hash of another system', () => {
  it.each(foreignVectors.map(({ system, ...vector }) => [system, vector] as const))(
    'verifies its password and no other: %s',
    async (_, { password, hash }) => {
      const foreign = readForeignHash(hash)!;
      expect(foreign.isTooCostly).toBe(false);
      expect(await foreign.verify(password)).toBe(true);
      expect(await foreign.verify(`x${password}`)).toBe(false);
      expect(await foreign.verify('')).toBe(false);
    },
  );

  const key = 'A'.repeat(43);

  it.each([
    ['nothing', ''],
    ['text', 'sesame'],
    ['MD5', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['SHA-512 crypt', '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO/O817G3uBnIFNjnQJu'],
    ['argon2 without a salt', '$argon2id$v=19$m=65536,t=2,p=1$$bQk8UB/VmZZF4Oo79iDXuL5'],
    ['another version of bcrypt', '$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['bcrypt with a cost below 4', '$2b$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['bcrypt that is too short', '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyO'],
    ['scrypt without blocks', `$scrypt$ln=14,r=0,p=1$c2FsdA$${key}`],
    ['scrypt with more rounds than its blocks allow', `$scrypt$ln=16,r=1,p=1$c2FsdA$${key}`],
    ['scrypt with a short key', '$scrypt$ln=14,r=8,p=1$c2FsdA$AAAAAAAAAAAAAAAAAAAA'],
    ['PBKDF2 without iterations', `$pbkdf2-sha256$0$c2FsdA$${key}`],
    ['PBKDF2 with a short key', '$pbkdf2-sha256$1000$c2FsdA$AAAA'],
    ['PBKDF2 with another digest', `$pbkdf2-md5$1000$c2FsdA$${key}`],
    ['Better Auth with a short key', '32b2009f1042f0070fa9f77b750fbdd0:134259c221eadea4'],
    ['phpass with an impossible cost', '$P$.12345678L6Lpt4BxNotVIMILOa9u81'],
    ['text before the hash', ` $pbkdf2-sha256$1000$c2FsdA$${key}`],
    ['a line after the hash', `$pbkdf2-sha256$1000$c2FsdA$${key}\n`],
  ])('has no known format if it is %s', (_, text) => {
    expect(readForeignHash(text)).toBeUndefined();
  });

  const argon2 = (memory: number, iterations: number, threads = 1) =>
    `$argon2id$v=19$m=${memory},t=${iterations},p=${threads}$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc`;
  const bcrypt = (cost: number) =>
    `$2b$${cost}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;
  const scrypt = (logN: number, r: number, p: number) =>
    `$scrypt$ln=${logN},r=${r},p=${p}$c2FsdA$${key}`;
  const firebase = (logN: number) =>
    `$fbscrypt$v=1,n=${logN},r=8,p=1,ss=Bw==,sk=${key}$c2FsdA==$${key}`;
  const pbkdf2 = (iterations: number, text = key) => `$pbkdf2-sha256$${iterations}$c2FsdA$${text}`;
  const phpass = (letter: string) => `$P$${letter}12345678L6Lpt4BxNotVIMILOa9u81`;

  it.each([
    ['memory of argon2', argon2(262_144, 4), argon2(262_145, 1)],
    ['work of argon2', argon2(65_536, 16), argon2(65_536, 17)],
    ['threads of argon2', argon2(512, 16, 16), argon2(512, 17, 16)],
    ['cost of bcrypt', bcrypt(14), bcrypt(15)],
    ['memory of scrypt', scrypt(18, 8, 1), scrypt(19, 8, 1)],
    ['work of scrypt', scrypt(16, 8, 4), scrypt(16, 8, 5)],
    ['cost of Firebase', firebase(18), firebase(19)],
    ['iterations of PBKDF2', pbkdf2(4_000_000), pbkdf2(4_000_001)],
    ['blocks of PBKDF2', pbkdf2(2_000_000, 'A'.repeat(86)), pbkdf2(2_000_001, 'A'.repeat(86))],
    ['iterations of phpass', phpass('C'), phpass('D')],
  ])('is too costly above the highest %s', (_, highest, higher) => {
    expect(readForeignHash(highest)).toMatchObject({ isTooCostly: false });
    expect(readForeignHash(higher)).toMatchObject({ isTooCostly: true });
  });

  it('of phpass does not block other work of the process', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await readForeignHash(phpass('C'))!.verify('x'.repeat(4_096));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(20);
  });

  it('of phpass matches passwords of up to 4,096 bytes, as in WordPress', async () => {
    const longest = readForeignHash('$P$512345678PeS8FEIfNJzWuqAFIL7wz/')!;
    expect(await longest.verify('x'.repeat(4_096))).toBe(true);
    const longer = readForeignHash('$P$512345678yhwNRi1M9wxsxxKVX26551')!;
    expect(await longer.verify('x'.repeat(4_097))).toBe(false);
  });

  it('has the highest costs that docs/migration.md lists', () => {
    const guide = new URL('docs/migration.md', import.meta.resolve('#package.json'));
    const text = readFileSync(guide, 'utf8').replaceAll(/\s+/g, ' ');
    const { argon2MemoryKiB, argon2TotalKiB, argon2Threads, bcryptCost, pbkdf2Iterations } =
      maxForeignCost;
    for (const sentence of [
      `${argon2MemoryKiB / 1_024} MiB of memory; memory times iterations: ${argon2TotalKiB / 2 ** 20} GiB; threads times iterations: ${argon2Threads}`,
      `cost ${bcryptCost}`,
      `N × r × p: 2^${Math.log2(maxForeignCost.scrypt)}`,
      `${pbkdf2Iterations.toLocaleString('en')} iterations`,
      `2^${maxForeignCost.phpassCost} iterations`,
    ]) {
      expect(text).toContain(sentence);
    }
  });
});

describe('a stored hash', () => {
  it('keeps the prefix of an import until it is exported', () => {
    const stored = toStoredHash('$2b$05$hash');
    expect(isImported(stored)).toBe(true);
    expect(toPlainHash(stored)).toBe('$2b$05$hash');
    expect(isImported('$argon2id$hash')).toBe(false);
    expect(toPlainHash('$argon2id$hash')).toBe('$argon2id$hash');
  });

  it.each([undefined, null, ''])('is empty without a hash: %j', (none) => {
    expect(toStoredHash(none)).toBe('');
  });
});
