import { createRequire } from 'node:module';

interface Argon2Cost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** An implementation of argon2id. All produce the same hash for the same password, salt and cost. */
export interface Argon2id {
  /** Returns the hash in PHC string format, with a random salt. */
  hash(password: string, cost: Argon2Cost): Promise<string>;
  /** Whether `stored` is an argon2 hash of `password`. Rejects if `stored` is not a hash. */
  verify(stored: string, password: string): Promise<boolean>;
}

const load = createRequire(import.meta.url);

/** The hash of the password `known`, from the package `argon2`. */
const known =
  '$argon2id$v=19$m=8,t=1,p=1$YW5kIGl0cyBvd24gc2FsdA$9jW6QbAEI30mK2wEJgmQyZw3/3DTB81MiMyzS4qx08Y';

/** The reference implementation: the package `argon2`, which is always installed. */
export function reference(): Argon2id {
  return load('argon2') as typeof import('argon2');
}

/**
 * The native implementation, twice as fast: the package `@node-rs/argon2`, if an operator has installed it. Warns if it
 * does not load here or its hashes differ from the reference.
 */
export function accelerated(): Argon2id | undefined {
  const name = '@node-rs/argon2';
  try {
    load.resolve(name);
  } catch {
    return undefined;
  }
  try {
    const argon2 = load(name) as typeof import('@node-rs/argon2');
    if (!argon2.verifySync(known, 'known')) throw new Error('Its hashes differ from the reference');
    return {
      hash: argon2.hash,
      // It throws for the hash of another algorithm, where the reference returns false.
      verify: (stored, password) =>
        (stored.startsWith('$argon2') ? argon2 : reference()).verify(stored, password),
    };
  } catch (error) {
    process.emitWarning(`argon2 hashes passwords in place of ${name}: ${(error as Error).message}`);
    return undefined;
  }
}

export const argon2id: Argon2id = accelerated() ?? reference();

/** The hash of any argon2 variant that needs at most 10 GB: its memory, iterations, threads, salt and digest. */
const verifiable =
  /^\$argon2(?:id|i|d)\$(?:v=(?:16|19)\$)?m=([1-9]\d{0,6}),t=([1-9]\d{0,4}),p=([1-9]\d{0,2})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{6,})$/;

/** Returns the cost of an argon2 hash, or undefined for text that the implementations may not verify. */
export function readArgon2Cost(stored: string):
  | {
      readonly memoryKiB: number;
      readonly iterations: number;
      readonly threads: number;
    }
  | undefined {
  const [, memoryKiB, iterations, threads, salt, digest] = verifiable.exec(stored) ?? [];
  // RFC 9106 section 3.1 requires 8 KiB for each thread.
  const isValid = Number(memoryKiB) >= 8 * Number(threads) && isBase64(salt!) && isBase64(digest!);
  if (!isValid) return undefined;
  return {
    memoryKiB: Number(memoryKiB),
    iterations: Number(iterations),
    threads: Number(threads),
  };
}

/** Whether text is base64 without padding, as argon2 writes it. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '') === text;
}
