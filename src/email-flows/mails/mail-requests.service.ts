import { Injectable } from '@nestjs/common';
import { addressKey } from '../../access/rate-limits/rate-limit-keys.js';
import { TokenSeal } from '../../access/sealing/token-seal.js';
import type { Change } from '../../changes/change.js';
import { mailRequested } from '../../events/event-deliveries.repository.js';
import type { Account, Transaction } from '../../database/records.js';
import { RateLimitedError } from '../../errors/error-registry.js';
import { EventsService } from '../../events/events.service.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import {
  toQueue,
  type FactorRemovalRequest,
  type MailRequest,
  type PasswordResetRequest,
  type SignUpAgain,
  type SignUpRequest,
} from './mail-request.js';

/**
 * Requests mails by events, which the mail subscriber handles after the response. A request takes the same time whether
 * or not an account has the address.
 */
@Injectable()
export class MailRequestsService {
  constructor(
    private readonly events: EventsService,
    private readonly seal: TokenSeal,
    private readonly limits: RateLimitsService,
  ) {}

  /** @throws RateLimitedError if the address has reached its daily limit, counting all accounts */
  async verification(
    { id, email }: Pick<Account, 'id' | 'email'>,
    codeRequest?: string,
  ): Promise<void> {
    const address = toQueue(email);
    await this.limits.consume('mails.address', addressKey('verification', address));
    await this.write(id, { kind: 'verification', address, codeRequest });
  }

  /** Requests a mail to an address about a factor removal, in the transaction of that change. */
  async factorRemoval({ models }: Change, request: FactorRemovalRequest): Promise<void> {
    const queue = toQueue(request.email);
    const sealed = this.sealed(request, queue);
    await this.write(queue, { kind: 'factor-removal', sealed }, models);
  }

  /**
   * @param change the change that the request belongs to. Default: none
   * @throws RateLimitedError if the address has reached both its daily and its hourly limit
   */
  async passwordReset(content: PasswordResetRequest, change?: Change): Promise<void> {
    const { email } = content;
    const queue = toQueue(email);
    const hourlyRefusal = await this.refusal('mails.reset', 'password-reset', queue);
    const dailyRefusal = await this.refusal('mails.address', 'password-reset', queue);
    // Above the daily limit some mails an hour are still sent, so that a flood cannot lock the owner out.
    if (hourlyRefusal && dailyRefusal) throw hourlyRefusal;
    // They have no code, which an attacker who requests them could guess.
    const sealed = this.sealed(
      dailyRefusal ? { ...content, codeRequest: undefined } : content,
      queue,
    );
    await this.write(queue, { kind: 'password-reset', sealed }, change?.models);
  }

  signUp(signUp: SignUpRequest): Promise<void> {
    return this.writeSignUp('sign-up', signUp);
  }

  /** Requests the mail of a sign-up again. Each mail has its own link. */
  signUpAgain(again: SignUpAgain): Promise<void> {
    return this.writeSignUp('sign-up-again', again);
  }

  private async writeSignUp(
    kind: 'sign-up' | 'sign-up-again',
    content: SignUpRequest | SignUpAgain,
  ): Promise<void> {
    const queue = toQueue(content.email);
    if (await this.refusal('mails.address', 'sign-up', queue)) return;
    await this.write(queue, { kind, sealed: this.sealed(content, queue) });
  }

  /** Counts a mail of this kind to an address. Returns the error if the limit is reached. */
  private async refusal(
    policy: 'mails.address' | 'mails.reset',
    kind: string,
    queue: string,
  ): Promise<RateLimitedError | undefined> {
    try {
      await this.limits.consume(policy, addressKey(kind, queue));
      return undefined;
    } catch (error) {
      if (error instanceof RateLimitedError) return error;
      throw error;
    }
  }

  private sealed(content: object, queue: string): string {
    return this.seal.sealJson(content, queue);
  }

  private write(queue: string, request: MailRequest, transaction?: Transaction): Promise<void> {
    return this.events.write(mailRequested, queue, request, transaction);
  }
}
