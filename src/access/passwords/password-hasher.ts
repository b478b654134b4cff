import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { OverloadedError, UnavailableError, type ErrorCode } from '../../errors/error-registry.js';
import { markHostError } from '../../errors/host-error.js';
import { argon2id, readArgon2Cost } from './argon2id.js';
import { isImported, readForeignHash, toPlainHash, type ForeignHash } from './foreign-hashes.js';
import { normalizedPassword, passwordForms } from './normalized-password.js';
import { members, wholeNumber } from '../../options/option-rules.js';
import { traced } from '../../tracing/tracing.js';
import { randomText } from '../../database/random-text.js';

/** The cost of argon2id (RFC 9106), never below OWASP's floor. Startup fails with less. */
export interface PasswordHashOptions {
  /** Memory of one hash in KiB. Default and minimum: 19456, OWASP's floor. */
  memoryKiB?: number | undefined;
  /** Passes over that memory. Default and minimum: 2. */
  iterations?: number | undefined;
  /** Threads of one hash. Default and minimum: 1. */
  parallelism?: number | undefined;
  /** Hashes computed at the same time. Default: one fewer than the cores, at least 1. */
  lanes?: number | undefined;
}

/**
 * Verifies a password against an imported hash in a format that the module does not know. The caller of the sign-in
 * receives its errors. It occupies one of the `lanes`, so after three seconds, the sign-in receives 503.
 *
 * @param hash as it was imported
 * @param password as typed; if it does not match, the function is called again with its NFC and NFKC forms
 * @returns whether the password matches
 */
export type VerifyForeignPassword = (hash: string, password: string) => boolean | Promise<boolean>;

/** Accepted costs, from OWASP's floor to more than a server would use. */
export const hashLimits = {
  memoryKiB: { min: 19_456, max: 4_194_304 },
  iterations: { min: 2, max: 100 },
  parallelism: { min: 1, max: 64 },
  lanes: { min: 1, max: 1_024 },
} satisfies Record<keyof PasswordHashOptions, { min: number; max: number }>;

export const passwordHashRule = members('must be { memoryKiB, iterations, parallelism, lanes }', {
  memoryKiB: wholeNumber(hashLimits.memoryKiB),
  iterations: wholeNumber(hashLimits.iterations),
  parallelism: wholeNumber(hashLimits.parallelism),
  lanes: wholeNumber(hashLimits.lanes),
});

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

const maxWaiting = 128;

/** An upper bound for one hash. */
const hashMs = 250;

/** How long a {@link VerifyForeignPassword} may take. */
const foreignMs = 3_000;

/**
 * Hashes and checks passwords with argon2id on pool threads. A bounded queue holds waiting passwords, so that a flood
 * of sign-ups neither exhausts memory nor delays reads.
 */
export class PasswordHasher {
  private readonly parameters;
  private readonly lanes: number;
  private busy = 0;
  private readonly waiting: (() => void)[] = [];
  private done = 0;
  private refused = 0;
  private waitedMs = 0;
  private hashedMs = 0;
  /** A hash with the current parameters, verified if no account exists. */
  private dummyHash: Promise<string> | undefined;

  /**
   * @param costs as {@link passwordHashRule} has checked them
   * @param verifyForeign verifies hashes of unknown formats. Default: no password matches them
   */
  constructor(
    {
      memoryKiB = hashLimits.memoryKiB.min,
      iterations = hashLimits.iterations.min,
      parallelism = hashLimits.parallelism.min,
      lanes = Math.max(1, availableParallelism() - 1),
    }: PasswordHashOptions = {},
    private readonly verifyForeign?: VerifyForeignPassword,
  ) {
    this.parameters = { memoryCost: memoryKiB, timeCost: iterations, parallelism };
    this.lanes = lanes;
  }

  /** Since startup; `waiting` and `running` are current. */
  get statistics() {
    const { done, refused, waitedMs, hashedMs } = this;
    return { waiting: this.waiting.length, running: this.busy, done, refused, waitedMs, hashedMs };
  }

  /** An estimate of how long a new password waits for a lane, in milliseconds. */
  get queueMs(): number {
    return (this.waiting.length * hashMs) / this.lanes;
  }

  /** Hashes a password that the policy accepts. @throws OverloadedError when the queue is full */
  hash(password: string): Promise<string> {
    return this.inLane(() => argon2id.hash(normalizedPassword(password)!, this.parameters));
  }

  /**
   * Overlong text is wrong, but takes the same time. The password of a foreign hash is compared as typed, then in NFC,
   * then in NFKC, because other systems normalize differently or not at all. An empty password is always wrong, because
   * some systems, such as LDAP servers, accept it instead of refusing it.
   *
   * @throws OverloadedError when the queue is full; errors of the host's {@link VerifyForeignPassword}, or
   *   UnavailableError if it takes too long
   */
  verify(stored: string, password: string): Promise<boolean> {
    return this.inLane(async () => {
      const text = normalizedPassword(password);
      const hash = this.read(stored);
      if (!hash || hash.isTooCostly) return false;
      for (const form of hash.isForeign ? passwordForms(password) : [text ?? '']) {
        if (await hash.verify(form)) return Boolean(text);
      }
      return false;
    });
  }

  canVerify(stored: string): boolean {
    return this.read(stored)?.isTooCostly === false;
  }

  /** Returns why a hash of another system cannot be imported, or undefined if it can. */
  findForeignProblem(hash: string): ErrorCode | undefined {
    const foreign = this.readForeign(hash);
    if (!foreign) return 'password_hash_unknown';
    return foreign.isTooCostly ? 'password_hash_costly' : undefined;
  }

  private read(stored: string): (ForeignHash & { readonly isForeign: boolean }) | undefined {
    if (!isImported(stored) && readArgon2Cost(stored)) {
      const verify = (password: string) => argon2id.verify(stored, password);
      return { isForeign: false, isTooCostly: false, verify };
    }
    const foreign = this.readForeign(toPlainHash(stored));
    return foreign && { ...foreign, isForeign: true };
  }

  private readForeign(hash: string): ForeignHash | undefined {
    const known = readForeignHash(hash);
    const { verifyForeign } = this;
    if (known || !verifyForeign || hash === '') return known;
    const verify = async (password: string) => {
      const timer = new AbortController();
      const ask = async () => (await verifyForeign(hash, password)) === true;
      const timeout = delay(foreignMs, undefined, { signal: timer.signal }).then(() => {
        throw new UnavailableError();
      });
      try {
        return await Promise.race([ask(), timeout]);
      } catch (error) {
        if (!(error instanceof UnavailableError)) markHostError(error);
        throw error;
      } finally {
        timer.abort();
      }
    };
    return { isTooCostly: false, verify };
  }

  /** Takes as long as {@link verify}, if no hash exists (OWASP: no user enumeration by time). */
  async verifyNone(password: string): Promise<void> {
    this.dummyHash ??= this.hash(randomText(32)).catch((error: unknown) => {
      this.dummyHash = undefined;
      throw error;
    });
    await this.verify(await this.dummyHash, password);
  }

  isOutdated(stored: string): boolean {
    const [memoryCost = 0, timeCost = 0, parallelism = 0] =
      phc.exec(stored)?.slice(1).map(Number) ?? [];
    const today = this.parameters;
    if (memoryCost < today.memoryCost || timeCost < today.timeCost) return true;
    return parallelism < today.parallelism;
  }

  private async inLane<T>(work: () => Promise<T>): Promise<T> {
    const came = performance.now();
    if (this.busy < this.lanes) {
      this.busy++;
    } else {
      if (this.waiting.length >= maxWaiting) {
        this.refused++;
        throw new OverloadedError();
      }
      const enqueue = () => new Promise<void>((turn) => this.waiting.push(turn));
      await traced('password queue', {}, enqueue);
    }
    const began = performance.now();
    this.waitedMs += began - came;
    try {
      return await traced('password hash', {}, work);
    } finally {
      this.done++;
      this.hashedMs += performance.now() - began;
      const next = this.waiting.shift();
      if (next) next();
      else this.busy--;
    }
  }
}
