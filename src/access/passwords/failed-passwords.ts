import { Injectable } from '@nestjs/common';
import { ipAddress } from '../../audit/ip-address.js';
import { type RateLimitKey, RateLimitsService } from '../../limits/rate-limits.service.js';
import type { RateLimitPolicyName } from '../../limits/rate-limit.policies.js';
import { attemptKey, sourceKey } from '../rate-limits/rate-limit-keys.js';

/** An attempt at a password; a client secret counts as one (RFC 6749 section 2.3.1). */
export interface PasswordAttempt {
  readonly subject: string;
  /** The IP address of the client; any other text stands for all clients whose IP address is unknown. */
  readonly source: string;
}

type AttemptLimit = readonly [policy: RateLimitPolicyName, key: RateLimitKey];

/**
 * Slows down password guessing with delays that grow with every failure and expire.
 *
 * Failures count for subject and source together, so that an attacker at another source cannot lock the owner out, and
 * for the source alone, so that trying one password on many accounts (password spraying) is also slow.
 */
@Injectable()
export class FailedPasswords {
  /** Since startup. */
  wrongPasswords = 0;
  wrongClientSecrets = 0;

  constructor(private readonly limits: RateLimitsService) {}

  /** Checks the delays without counting. @throws RateLimitedError while a delay lasts */
  async assertAllowed(attempt: PasswordAttempt): Promise<void> {
    await this.limits.assertAvailable('passwords.failed', together(attempt));
    await this.limits.assertAvailable('sources.failed', sourceKey(attempt.source));
  }

  /**
   * Checks a password. The attempt counts before the check. Otherwise, concurrent attempts would all pass before
   * the first one has failed.
   *
   * @param limit another limit that the attempt consumes. Default: none
   * @throws RateLimitedError instead of checking while a delay lasts, or if the limit is reached
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

  /** Does the same for a second factor, whose outcome the caller counts. */
  async isRightFactor(
    attempt: PasswordAttempt,
    check: () => Promise<boolean>,
    limit?: AttemptLimit,
  ): Promise<boolean> {
    // Check the delay first: requests during a delay must not use up the limit.
    await this.assertAllowed(attempt);
    if (limit) await this.limits.consume(...limit);
    await this.limits.consume('passwords.failed', together(attempt));
    const isRight = await check();
    await (isRight ? this.forget(attempt) : this.countForSource(attempt));
    return isRight;
  }

  /**
   * Counts the result of a client secret check, and returns it. A secret cannot be guessed, and its client sends many
   * requests concurrently. None of them waits for another one, or for failures of other clients at the same IP address.
   *
   * @throws RateLimitedError while a delay lasts, regardless of the result
   */
  async countSecretCheck(attempt: PasswordAttempt, isRight: boolean): Promise<boolean> {
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

  /** Returns when the delay ends, if any. */
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

const together = ({ subject, source }: PasswordAttempt) => attemptKey(subject, source);
