import { createCipheriv, createHmac, hash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { argon2id, readArgon2Cost } from './argon2id.js';

/** A password hash of another system. */
export interface ForeignHash {
  /** Whether a check would take more than about a second, or 256 MiB of memory. */
  readonly isTooCostly: boolean;
  verify(password: string): Promise<boolean>;
}

/** The highest cost of an imported hash. docs/migration.md lists the same values. */
export const maxForeignCost = {
  /** Memory in KiB, and that memory times the iterations. */
  argon2MemoryKiB: 262_144,
  argon2TotalKiB: 1_048_576,
  /** Iterations times threads. Each iteration starts all threads four times. */
  argon2Threads: 256,
  bcryptCost: 14,
  /** The product of N, r and p. Memory is at most 128 bytes times this. */
  scrypt: 2 ** 21,
  /** Iterations times the number of blocks of the derived key. */
  pbkdf2Iterations: 4_000_000,
  /** The binary logarithm of the iterations. */
  phpassCost: 14,
};

/**
 * Marks a stored hash as imported. An imported argon2id hash may be of the password as typed, while this service hashes
 * its NFKC form.
 */
const marker = 'imported:';

/** Returns the stored form of another system's hash. Without a hash, it is empty, which no password matches. */
export function toStoredHash(foreign: string | null | undefined): string {
  return foreign ? marker + foreign : '';
}

export function isImported(stored: string): boolean {
  return stored.startsWith(marker);
}

/** Returns the hash without the prefix of an import. */
export function toPlainHash(stored: string): string {
  return isImported(stored) ? stored.slice(marker.length) : stored;
}

/** Returns undefined if the format is unknown. */
export function readForeignHash(text: string): ForeignHash | undefined {
  for (const [form, read] of formats) {
    const parts = form.exec(text);
    if (parts) return read(text, ...parts.slice(1).map((part) => part ?? ''));
  }
  return undefined;
}

type Read = (text: string, ...parts: string[]) => ForeignHash | undefined;

const phcBytes = '([A-Za-z0-9+/]+=*)';

const formats: readonly (readonly [RegExp, Read])[] = [
  [/^\$argon2/, readArgon2],
  [/^\$2[aby](\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53})$/, readBcrypt],
  [/^\$wp\$2y(\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53})$/, readWordPress],
  [/^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/, readPhpass],
  [
    new RegExp(`^\\$scrypt\\$ln=(\\d\\d?),r=(\\d{1,4}),p=(\\d{1,4})\\$${phcBytes}\\$${phcBytes}$`),
    readScrypt,
  ],
  [
    /^\$fbscrypt\$v=1,n=(\d\d?),r=(\d{1,4}),p=(\d{1,4})(?:,ss=([\w+/=-]*))?,sk=([\w+/=-]+)\$([\w+/=-]+)\$([\w+/=-]+)$/,
    readFirebaseScrypt,
  ],
  [/^([0-9a-f]{16,64}):([0-9a-f]{128})$/, readBetterAuth],
  // PHC, and passlib, whose base64 has a dot instead of a plus.
  [
    /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,8})(?:,l=\d{1,3})?\$([A-Za-z0-9+/.]+=*)\$([A-Za-z0-9+/.]+=*)$/,
    (_, digest, iterations, salt, key) =>
      readPbkdf2(digest || 'sha1', Number(iterations), toBytes(salt!), toBytes(key!)),
  ],
  // Django, whose salt is text.
  [
    /^pbkdf2_(sha1|sha256)\$(\d{1,8})\$([^$]+)\$([A-Za-z0-9+/]+=*)$/,
    (_, digest, iterations, salt, key) =>
      readPbkdf2(digest!, Number(iterations), Buffer.from(salt!), toBytes(key!)),
  ],
];

/** A shorter key would match too many passwords, and an empty key all of them. */
const minKeyBytes = 16;
const maxKeyBytes = 128;

function isKey({ length }: Buffer): boolean {
  return length >= minKeyBytes && length <= maxKeyBytes;
}

function readArgon2(text: string): ForeignHash | undefined {
  const cost = readArgon2Cost(text);
  if (!cost) return undefined;
  const { memoryKiB, iterations, threads } = cost;
  return {
    isTooCostly:
      memoryKiB > maxForeignCost.argon2MemoryKiB ||
      memoryKiB * iterations > maxForeignCost.argon2TotalKiB ||
      threads * iterations > maxForeignCost.argon2Threads,
    verify: (password) => argon2id.verify(text, password),
  };
}

interface Bcrypt {
  compare(password: string, hash: string): Promise<boolean>;
}

let bcrypt: Bcrypt | undefined;

/** Loads the package on first use, because most processes verify no bcrypt hash. */
function loadBcrypt(): Bcrypt {
  return (bcrypt ??= createRequire(import.meta.url)('bcrypt') as Bcrypt);
}

/** @param rest the hash without its version: `$2a$`, `$2b$` and `$2y$` are the same algorithm */
function readBcrypt(_: string, rest?: string, cost?: string): ForeignHash {
  return {
    isTooCostly: Number(cost) > maxForeignCost.bcryptCost,
    verify: async (password) => loadBcrypt().compare(password, `$2b${rest}`),
  };
}

/** WordPress 6.8: bcrypt of a MAC, which is shorter than the 72 bytes that bcrypt reads. */
function readWordPress(text: string, ...parts: string[]): ForeignHash {
  const { isTooCostly, verify } = readBcrypt(text, ...parts);
  const mac = (password: string) =>
    createHmac('sha384', 'wp-sha384').update(password).digest('base64');
  return { isTooCostly, verify: (password) => verify(mac(password)) };
}

/** The longest password that phpass accepts. */
const maxPhpassBytes = 4_096;

/** MD5 runs on the main thread. After this many iterations, it lets other work of the process run. */
const phpassIterationsAtOnce = 256;

const itoa64 = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The portable hash of phpass: WordPress before 6.8, phpBB. */
function readPhpass(_: string, costLetter = '', salt = '', key = ''): ForeignHash | undefined {
  const cost = itoa64.indexOf(costLetter);
  if (cost < 7 || cost > 30) return undefined;
  return {
    isTooCostly: cost > maxForeignCost.phpassCost,
    async verify(password) {
      const bytes = Buffer.from(password);
      if (bytes.length > maxPhpassBytes) return false;
      let digest = hash('md5', Buffer.concat([Buffer.from(salt), bytes]), 'buffer');
      for (let i = 2 ** cost; i > 0; i--) {
        if (i % phpassIterationsAtOnce === 0) await setImmediate();
        digest = hash('md5', Buffer.concat([digest, bytes]), 'buffer');
      }
      return isEqual(Buffer.from(toItoa64(digest)), Buffer.from(key));
    },
  };
}

/** Encodes each three bytes as four letters, the lowest bits first. */
function toItoa64(bytes: Buffer): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    let bits = bytes.subarray(i, i + 3).reduceRight((higher, byte) => (higher << 8) | byte, 0);
    for (let n = 0; n < 4; n++, bits >>= 6) text += itoa64[bits & 63];
  }
  return text.slice(0, Math.ceil((bytes.length * 8) / 6));
}

interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Returns undefined for parameters that scrypt does not allow (RFC 7914 section 2). */
function scryptHash(
  cost: ScryptCost,
  verify: ForeignHash['verify'],
  ...keys: Buffer[]
): ForeignHash | undefined {
  const { N, r, p } = cost;
  if (N < 2 || N >= 2 ** (16 * r) || r < 1 || p < 1 || !keys.every(isKey)) return undefined;
  return { isTooCostly: N * r * p > maxForeignCost.scrypt, verify };
}

const deriveScrypt = promisify<string, string | Buffer, number, object, Buffer>(scrypt);

/** The memory limit in bytes that OpenSSL requires. No accepted cost reaches it. */
const maxmem = 2 ** 29;

function readScrypt(
  _: string,
  logN?: string,
  r?: string,
  p?: string,
  salt = '',
  key = '',
): ForeignHash | undefined {
  const cost = { N: 2 ** Number(logN), r: Number(r), p: Number(p) };
  const stored = toBytes(key);
  const verify = async (password: string) =>
    isEqual(
      await deriveScrypt(password, toBytes(salt), stored.length, { ...cost, maxmem }),
      stored,
    );
  return scryptHash(cost, verify, stored);
}

/** https://github.com/firebase/scrypt encrypts the key of the project with the derived key. */
function readFirebaseScrypt(
  _: string,
  logN?: string,
  r?: string,
  p?: string,
  separator = '',
  signer = '',
  salt = '',
  key = '',
): ForeignHash | undefined {
  const cost = { N: 2 ** Number(logN), r: Number(r), p: Number(p) };
  const [signerKey, stored] = [toBytes(signer), toBytes(key)];
  const salted = Buffer.concat([toBytes(salt), toBytes(separator)]);
  return scryptHash(
    cost,
    async (password) => {
      const derived = await deriveScrypt(password, salted, 32, { ...cost, maxmem });
      const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16));
      return isEqual(Buffer.concat([cipher.update(signerKey), cipher.final()]), stored);
    },
    signerKey,
    stored,
  );
}

/** Better Auth, which uses the hexadecimal text of the salt. */
function readBetterAuth(_: string, salt = '', key = ''): ForeignHash | undefined {
  const cost = { N: 16_384, r: 16, p: 1 };
  const stored = Buffer.from(key, 'hex');
  const verify = async (password: string) =>
    isEqual(await deriveScrypt(password, salt, stored.length, { ...cost, maxmem }), stored);
  return scryptHash(cost, verify, stored);
}

const derivePbkdf2 = promisify(pbkdf2);

const digestBytes: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 };

function readPbkdf2(
  digest: string,
  iterations: number,
  salt: Buffer,
  stored: Buffer,
): ForeignHash | undefined {
  if (iterations < 1 || !isKey(stored)) return undefined;
  const blocks = Math.ceil(stored.length / digestBytes[digest]!);
  return {
    isTooCostly: iterations * blocks > maxForeignCost.pbkdf2Iterations,
    verify: async (password) =>
      isEqual(await derivePbkdf2(password, salt, iterations, stored.length, digest), stored),
  };
}

/** Decodes base64 in any alphabet, including passlib's. */
function toBytes(base64: string): Buffer {
  return Buffer.from(base64.replaceAll('.', '+'), 'base64');
}

function isEqual(derived: Buffer, stored: Buffer): boolean {
  return derived.length === stored.length && timingSafeEqual(derived, stored);
}
