import { Injectable } from '@nestjs/common';
import { FactorsService } from '../access/factors/factors.service.js';
import { PendingSignIns } from '../access/factors/pending-sign-ins.js';
import type { Requester } from '../audit/requester.js';
import type { Account } from '../database/records.js';
import { AccountSuspendedError, SignInExpiredError } from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { AccountPasswordsService } from './account-passwords.service.js';
import { AccountsRepository } from './accounts.repository.js';

/** What a right password leads to: the account, or the second step of signing in. */
export type PasswordResult =
  | { readonly status: 'authenticated'; readonly account: Account }
  | {
      readonly status: 'second_factor_required';
      /** For `AccountsService.verifySecondFactor` within ten minutes; it opens nothing else. */
      readonly pending: string;
    };

/** Who signs in: the password, and the second step where an account has one. */
@Injectable()
export class SignInService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly passwords: AccountPasswordsService,
    private readonly factors: FactorsService,
    private readonly pendingSignIns: PendingSignIns,
  ) {}

  /** @see AccountsService.authenticate */
  async authenticate(
    email: string,
    password: string,
    requester: Requester,
  ): Promise<PasswordResult> {
    const account = await this.passwords.authenticate(email, password, requester);
    if (!(await this.factors.isRequired(account.id))) return { status: 'authenticated', account };
    return { status: 'second_factor_required', pending: this.pendingSignIns.begin(account) };
  }

  /** @see AccountsService.verifySecondFactor */
  async verifySecondFactor(pending: string, code: string, requester: Requester): Promise<Account> {
    const account = await this.accountOf(pending);
    await this.factors.verify(account, code, { ...requester, accountId: account.id });
    return account;
  }

  /**
   * The account of a sign-in that waits for its second step.
   *
   * @throws SignInExpiredError, AccountSuspendedError
   */
  private async accountOf(pending: string): Promise<Account> {
    const signIn = this.pendingSignIns.find(pending);
    const account = signIn && (await this.repository.find(signIn.accountId));
    if (account?.credentialsGeneration !== signIn?.generation || !account) {
      throw new SignInExpiredError();
    }
    if (account.suspendedAt) throw new AccountSuspendedError();
    return account;
  }

  /**
   * Checks once more that its owner is at a browser that is signed in: by a code where the account has a second factor,
   * and else by the password.
   *
   * @throws ValidationFailedError about `code` or `password`, AccountNotFoundError, RateLimitedError
   */
  async confirm(
    account: Account,
    { password = '', code = '' }: { readonly password?: string; readonly code?: string },
    requester: Requester,
  ): Promise<void> {
    if (await this.factors.isRequired(account.id)) {
      return this.factors.verify(account, code, requester);
    }
    const use = { event: 'session.confirm', requester } as const;
    const { isRight } = await this.passwords.attempt(account.id, password, use);
    if (!isRight) throw ValidationFailedError.about({ password: 'old_password_wrong' });
  }

  /**
   * Checks the password of an account before a change of its email address.
   *
   * @throws ValidationFailedError about `old_password`, AccountNotFoundError, RateLimitedError
   */
  async confirmPassword(id: string, password: string, requester: Requester): Promise<void> {
    const use = { event: 'account.update', requester } as const;
    const { isRight } = await this.passwords.attempt(id, password, use);
    if (!isRight) throw ValidationFailedError.about({ old_password: 'old_password_wrong' });
  }
}
