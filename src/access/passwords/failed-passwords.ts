import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import type { RateLimitKey } from '../../limits/rate-limit.key.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { attemptKey, sourceKey } from '../rate-limits/rate-limit-keys.js';

/** A try at a password; a client secret is one, too (RFC 6749 section 2.3.1). */
export interface PasswordAttempt {
  /** Whose password it is. */
  readonly subject: string;
  /** The IP address of who tries; anything else stands for all whose address is not known. */
  readonly source: string;
}

/**
 * Slows down who guesses passwords, by delays that grow with every failure and end by themselves.
 *
 * Failures count for subject and source together, so that a stranger elsewhere cannot lock a person out, and
 * for the source alone, so that trying one password on many accounts (password spraying) is slow as well.
 */
@Injectable()
export class FailedPasswords {
  constructor(private readonly limits: RateLimitsService) {}

  /** Counts nothing. @throws RateLimitedError while a delay lasts */
  async assertAllowed(attempt: PasswordAttempt): Promise<void> {
    await this.limits.assertAvailable('passwords.failed', together(attempt));
    await this.limits.assertAvailable('sources.failed', sourceKey(attempt.source));
  }

  /**
   * Whether a password is right. The attempt counts before it is checked, or many at once would all
   * be checked before the first one has failed.
   *
   * @throws RateLimitedError instead of checking while a delay lasts
   */
  async isRight(attempt: PasswordAttempt, check: () => Promise<boolean>): Promise<boolean> {
    await this.assertAllowed(attempt);
    await this.limits.consume('passwords.failed', together(attempt));
    const isRight = await check();
    if (isRight) await this.forget(attempt);
    else await this.countForSource(attempt);
    return isRight;
  }

  /**
   * Takes what came of comparing a client secret, and returns it. Nobody guesses those, while their
   * clients call many times at once: no such call waits for another one to end, nor for what others
   * at its address do wrong.
   *
   * @throws RateLimitedError whatever came of it while a delay lasts
   */
  async judge(attempt: PasswordAttempt, isRight: boolean): Promise<boolean> {
    if (isRight) {
      await this.limits.assertAvailable('passwords.failed', together(attempt));
      await this.forget(attempt);
    } else {
      await this.assertAllowed(attempt);
      await this.limits.consume('passwords.failed', together(attempt));
      await this.countForSource(attempt);
    }
    return isRight;
  }

  /** Until when who tries has to wait; undefined when they need not. */
  async waitingUntil(attempt: PasswordAttempt): Promise<Date | undefined> {
    const state = await this.limits.peek('passwords.failed', together(attempt));
    return state && !state.accepted ? new Date(state.resetAt) : undefined;
  }

  private forget(attempt: PasswordAttempt): Promise<void> {
    return this.limits.reset('passwords.failed', together(attempt));
  }

  /** All whose address is not known are not one source. */
  private async countForSource({ source }: PasswordAttempt): Promise<void> {
    if (isIP(source)) await this.limits.consume('sources.failed', sourceKey(source));
  }
}

function together({ subject, source }: PasswordAttempt): RateLimitKey {
  return attemptKey(subject, source);
}
