import { Injectable } from '@nestjs/common';
import { LinkInvalidError } from '../errors/error-registry.js';
import { ConfirmedSignUpService } from './confirmed-sign-up.service.js';
import { EmailAdoptionService } from './email-adoption.service.js';
import { EmailRestorationService } from './email-restoration.service.js';
import { EmailVerificationService } from './email-verification.service.js';
import { FactorRemovalsService } from './factor-removals.service.js';
import { EmailTokensService } from './links/email-tokens.service.js';
import { PasswordResetService } from './password-reset.service.js';
import { OptionalOwn } from '../options/own-provider.js';

/** The subject of a mailed link that still works, by purpose. `email` is the address that the link concerns. */
export type LinkSubject =
  /** Creates an account: `ConfirmedSignUpService.confirm`, which requires the browser or the password of the sign-up. */
  | {
      readonly purpose: 'sign_up';
      readonly email: string;
      /** The page that the user was going to. Default: the first page */
      readonly returnTo?: string | undefined;
    }
  /** Sets a new password: `PasswordResetService.reset`. */
  | {
      readonly purpose: 'password_reset';
      readonly email: string;
      /** Whether the link is the first proof of the address. Then it also ends everything created before. */
      readonly isFirstProof: boolean;
      /** The page that the user was going to. Default: the first page */
      readonly returnTo?: string | undefined;
    }
  /** Verifies the address: `EmailVerificationService.verify`. */
  | {
      readonly purpose: 'email_verification';
      readonly email: string;
      /** Credentials that the link alone does not replace. Empty with a confirmed session. */
      readonly required: readonly ('password' | 'code')[];
    }
  /** Replaces the address with the one that a client has set: `EmailAdoptionService.adopt`. */
  | {
      readonly purpose: 'email_adoption';
      readonly email: string;
      readonly pendingEmail: string;
    }
  /** Undoes a change: `EmailRestorationService.restore`, or `release` for a user who changed the address. */
  | {
      readonly purpose: 'email_restoration';
      readonly email: string;
      readonly undoes: 'email_changed' | 'factor_added' | 'passkey_added';
      /** Credentials that the link alone does not replace. A passkey can replace the code. */
      readonly required: readonly 'code'[];
    }
  /** Stops the removal of all factors that an operator requested: `FactorRemovalsService.stopByLink`. */
  | {
      readonly purpose: 'factor_removal';
      /** When the removal takes effect. */
      readonly dueAt: Date;
    };

/** Finds out what a mailed link does, for the page that it opens. */
@Injectable()
export class LinkSubjectsService {
  constructor(
    private readonly tokens: EmailTokensService,
    private readonly resets: PasswordResetService,
    private readonly adoption: EmailAdoptionService,
    private readonly restoration: EmailRestorationService,
    private readonly removals: FactorRemovalsService,
    @OptionalOwn(EmailVerificationService) private readonly verification?: EmailVerificationService,
    @OptionalOwn(ConfirmedSignUpService) private readonly signUps?: ConfirmedSignUpService,
  ) {}

  /**
   * Returns the subject of a link without using the link.
   *
   * @param confirmed the id of the account with a confirmed session. Default: none
   * @throws LinkInvalidError if the link has expired, was used or no longer applies
   */
  async find(token: string, confirmed?: string): Promise<LinkSubject> {
    const purpose = await this.tokens.findPurpose(token);
    switch (purpose) {
      case 'sign-up':
        return this.describeSignUp(token);
      case 'password-reset':
      case 'first-proof': {
        const { account, isFirstProof, returnTo } = await this.resets.findSubject(token);
        return { purpose: 'password_reset', email: account.email, isFirstProof, returnTo };
      }
      case 'verification':
        return this.describeVerification(token, confirmed);
      case 'email-adoption': {
        const { account, pending } = await this.adoption.findSubject(token);
        return { purpose: 'email_adoption', email: account.email, pendingEmail: pending };
      }
      case 'email-restoration':
      case 'factor-restoration': {
        const { account, email, undoes } = await this.restoration.findSubject(token);
        const required = (await this.restoration.asksForFactor(account)) ? ['code' as const] : [];
        return { purpose: 'email_restoration', email, undoes: toUndoneChange(undoes), required };
      }
      case 'factor-removal':
        return {
          purpose: 'factor_removal',
          dueAt: (await this.removals.findByLink(token)).dueAt,
        };
    }
  }

  private async describeSignUp(token: string): Promise<LinkSubject> {
    if (!this.signUps) throw new LinkInvalidError();
    const { email, returnTo } = await this.signUps.findSubject(token);
    return { purpose: 'sign_up', email, returnTo };
  }

  private async describeVerification(token: string, confirmed?: string): Promise<LinkSubject> {
    if (!this.verification) throw new LinkInvalidError();
    const account = await this.verification.findAccount(token);
    const required = await this.verification.listRequired(account, confirmed);
    return { purpose: 'email_verification', email: account.email, required };
  }
}

const undoneChanges = {
  'email-changed': 'email_changed',
  'factor-added': 'factor_added',
  'passkey-added': 'passkey_added',
} as const;

export function toUndoneChange<U extends keyof typeof undoneChanges>(
  undone: U,
): (typeof undoneChanges)[U] {
  return undoneChanges[undone];
}
