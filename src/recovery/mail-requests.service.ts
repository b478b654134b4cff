import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { addressKey } from '../access/rate-limits/rate-limit-keys.js';
import { TokenSeal } from '../access/tokens/token-seal.js';
import { emailKey } from '../accounts/email-key.js';
import { RateLimitedError } from '../errors/error-registry.js';
import { EventsService } from '../events/events.service.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import type { SignUp } from './confirmed-sign-up.service.js';
import { mailRequested, type MailRequest, type PasswordResetRequest } from './mail-request.js';

/**
 * Asks for mails, by events that the subscriber of mails handles after the response: a request takes the same time
 * whether or not an account has the address.
 */
@Injectable()
export class MailRequestsService {
  constructor(
    private readonly events: EventsService,
    private readonly seal: TokenSeal,
    private readonly limits: RateLimitsService,
  ) {}

  async verification(accountId: string): Promise<void> {
    await this.write(accountId, { kind: 'verification' });
  }

  async passwordReset(email: string, languageCode: string): Promise<void> {
    const queue = queueOf(email);
    const isAllowed = await this.isAllowed('password-reset', queue);
    const kind = isAllowed ? 'password-reset' : 'password-reset-extension';
    const content: PasswordResetRequest = { email, languageCode };
    await this.write(queue, { kind, sealed: this.sealed(content, queue) });
  }

  async signUp(signUp: SignUp): Promise<void> {
    const queue = queueOf(signUp.email);
    if (!(await this.isAllowed('sign-up', queue))) return;
    await this.write(queue, { kind: 'sign-up', sealed: this.sealed(signUp, queue) });
  }

  /** Whether the address gets another mail of this kind today. */
  private async isAllowed(kind: string, queue: string): Promise<boolean> {
    try {
      await this.limits.consume('mails.address', addressKey(kind, queue));
      return true;
    } catch (error) {
      if (error instanceof RateLimitedError) return false;
      throw error;
    }
  }

  private sealed(content: object, queue: string): string {
    return Buffer.from(this.seal.seal(JSON.stringify(content), queue)).toString('base64');
  }

  private write(queue: string, request: MailRequest): Promise<void> {
    return this.events.write(mailRequested, queue, request);
  }
}

/** The queue of mails to an address that may have no account. It does not reveal the address. */
function queueOf(email: string): string {
  return `email ${createHash('sha256').update(emailKey(email)).digest('base64url')}`;
}
