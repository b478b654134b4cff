import { Injectable } from '@nestjs/common';
import { ipAddress } from '../../audit/ip-address.js';
import type { RateLimitKey } from '../../limits/rate-limit.key.js';
import type { RateLimitPolicyName } from '../../limits/rate-limit.policies.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { attemptKey, sourceKey } from '../rate-limits/rate-limit-keys.js';

/** An attempt at a password; a client secret counts as one (RFC 6749 section 2.3.1). */
export interface PasswordAttempt {
  /** Whose password it is. */
  readonly subject: string;
  /** The IP address of the client; any other text stands for all clients whose IP address is unknown. */
  readonly source: string;
}

/** A limit that an attempt counts for, and whose it is. */
type AttemptLimit = readonly [policy: RateLimitPolicyName, key: RateLimitKey];

/**
 * Slows down the guessing of passwords, by delays that grow with every failure and expire.
 *
 * Failures count for subject and source together, so that an attacker at another source cannot lock the owner out, and
 * for the source alone, so that trying one password on many accounts (password spraying) is slow as well.
 */
@Injectable()
export class FailedPasswords {
  /** How many were wrong since the start. */
  wrongPasswords = 0;
  wrongClientSecrets = 0;

  constructor(private readonly limits: RateLimitsService) {}

  /** Checks without counting. @throws RateLimitedError while a delay lasts */
  async assertAllowed(attempt: PasswordAttempt): Promise<void> {
    await this.limits.assertAvailable('passwords.failed', together(attempt));
    await this.limits.assertAvailable('sources.failed', sourceKey(attempt.source));
  }

  /**
   * Whether a password is right. The attempt counts before it is checked; otherwise concurrent attempts would all
   * be checked before the first one has failed.
   *
   * @param limit is counted for as well. Default: none
   * @throws RateLimitedError instead of checking while a delay lasts, or where the limit is reached
   */
  async isRight(
    attempt: PasswordAttempt,
    check: () => Promise<boolean>,
    limit?: AttemptLimit,
  ): Promise<boolean> {
    const isRight = await this.isRightFactor(attempt, check, limit);
    if (!isRight) this.wrongPasswords++;
    return isRight;
  }

  /** The same for a second factor, which is counted where it is checked. */
  async isRightFactor(
    attempt: PasswordAttempt,
    check: () => Promise<boolean>,
    limit?: AttemptLimit,
  ): Promise<boolean> {
    // The delay is checked first, because requests during a delay must not use up the limit.
    await this.assertAllowed(attempt);
    if (limit) await this.limits.consume(...limit);
    await this.limits.consume('passwords.failed', together(attempt));
    const isRight = await check();
    await (isRight ? this.forget(attempt) : this.countForSource(attempt));
    return isRight;
  }

  /**
   * Counts the result of comparing a client secret, and returns it. A secret cannot be guessed, and its
   * client sends many requests at once: none of them waits for another one, or for failures of other clients
   * at the same IP address.
   *
   * @throws RateLimitedError while a delay lasts, whatever the result is
   */
  async judge(attempt: PasswordAttempt, isRight: boolean): Promise<boolean> {
    if (isRight) {
      await this.limits.assertAvailable('passwords.failed', together(attempt));
      await this.forget(attempt);
    } else {
      this.wrongClientSecrets++;
      await this.assertAllowed(attempt);
      await this.limits.consume('passwords.failed', together(attempt));
      await this.countForSource(attempt);
    }
    return isRight;
  }

  /** Until when the client has to wait; undefined when there is no delay. */
  async waitingUntil(attempt: PasswordAttempt): Promise<Date | undefined> {
    const state = await this.limits.peek('passwords.failed', together(attempt));
    return state && !state.accepted ? new Date(state.resetAt) : undefined;
  }

  private forget(attempt: PasswordAttempt): Promise<void> {
    return this.limits.reset('passwords.failed', together(attempt));
  }

  /** Clients without a known IP address have no common source. */
  private async countForSource({ source }: PasswordAttempt): Promise<void> {
    if (ipAddress(source)) await this.limits.consume('sources.failed', sourceKey(source));
  }
}

function together({ subject, source }: PasswordAttempt): RateLimitKey {
  return attemptKey(subject, source);
}
