import { Injectable } from '@nestjs/common';
import { withCredentials, type Proof } from '../../changes/proof.js';
import { totpUri } from '../../factors/totp.js';
import { FactorPolicy } from '../../factors/factor-policy.js';
import { FactorsService } from '../../factors/factors.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import { PendingSignIns, type PendingStep } from '../../factors/pending-sign-ins.js';
import type { RelyingParty } from '../../factors/webauthn.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { asOwner, type Requester } from '../../request/requester.js';
import type { Account } from '../../database/records.js';
import {
  AccountSuspendedError,
  FormExpiredError,
  PasskeyWrongError,
  SignInExpiredError,
} from '../../errors/error-registry.js';
import { assertFilled } from '../../errors/assert-filled.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { AccountLastSignIn } from './account-last-sign-in.js';
import { AccountPasswordsService } from './account-passwords.service.js';
import { AccountsRepository } from '../accounts.repository.js';
import type { FactorSetup, FirstFactor, PasswordResult } from './second-step.js';
import { assertTexts } from '../../validation/assert-texts.js';

/** Signs users in: the second step after the password, or a passkey instead. */
@Injectable()
export class SignInService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly passwords: AccountPasswordsService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly policy: FactorPolicy,
    private readonly pendingSignIns: PendingSignIns,
    private readonly audit: AuditTrail,
    private readonly lastSignIn: AccountLastSignIn,
  ) {}

  /** Returns the next step after a right password, or after a new user has chosen one. */
  async afterPassword(account: Account): Promise<PasswordResult> {
    const methods = await this.factors.methods(account.id);
    if (methods.length > 0) {
      const pending = this.pendingSignIns.begin(account);
      return { status: 'second_factor_required', pending, methods };
    }
    if (await this.policy.isMandatory(account.id)) {
      const pendingSetup = this.pendingSignIns.begin(account, 'setup');
      return { status: 'second_factor_setup_required', pendingSetup };
    }
    this.lastSignIn.record(account.id);
    return { status: 'authenticated', account };
  }

  /**
   * Authenticates with a passkey that has signed the challenge of this browser. No second step follows: the passkey has
   * already verified its user.
   *
   * @param response the browser's response, as JSON
   * @throws PasskeyWrongError, PasskeyCopiedError, RateLimitedError; AccountSuspendedError if the passkey is right
   */
  async authenticateWithPasskey(
    response: string,
    site: RelyingParty,
    requester: Requester,
  ): Promise<Account> {
    const { accountId, generation } = await this.passkeys.verify(response, site, requester);
    const account = await this.repository.find(accountId);
    // Recovery removes an attacker's passkeys and starts another generation of credentials.
    if (account?.credentialsGeneration !== generation) throw new PasskeyWrongError();
    // Reveal the suspension to the owner only.
    const refusal = account.suspendedAt ? 'account_suspended' : undefined;
    const owner = asOwner(requester, accountId);
    await this.audit.record({
      event: 'account.authenticate',
      accountId,
      refusal,
      requester: owner,
    });
    if (refusal) throw new AccountSuspendedError();
    this.lastSignIn.record(account.id);
    return account;
  }

  async verifySecondFactor(pending: string, code: string, requester: Requester): Promise<Account> {
    assertTexts({ code });
    const account = await this.findAccount(pending, 'second-step');
    await this.factors.verify(account, code, asOwner(requester, account.id));
    this.lastSignIn.record(account.id);
    return account;
  }

  /** @throws PasskeyWrongError, PasskeyCopiedError, RateLimitedError, and as {@link findAccount} does */
  async verifyPasskey(
    pending: string,
    response: string,
    site: RelyingParty,
    requester: Requester,
  ): Promise<Account> {
    const account = await this.findAccount(pending);
    await this.passkeys.verify(response, site, requester, account.id);
    this.lastSignIn.record(account.id);
    return account;
  }

  async beginFactorSetup(pendingSetup: string, issuer: string): Promise<FactorSetup> {
    const account = await this.accountToSetUp(pendingSetup);
    const { setup, secret } = this.factors.begin(account);
    return { setup, secret, uri: totpUri(secret, issuer, account.email) };
  }

  async finishFactorSetup(
    pendingSetup: string,
    { setup, code }: { readonly setup: string; readonly code: string },
    requester: Requester,
  ): Promise<FirstFactor> {
    const account = await this.accountToSetUp(pendingSetup);
    try {
      const owner = asOwner(requester, account.id);
      const recoveryCodes = await this.factors.addFirst(account, setup, code, owner);
      this.lastSignIn.record(account.id);
      return { account, recoveryCodes };
    } catch (error) {
      if (error instanceof FormExpiredError) throw new SignInExpiredError();
      throw error;
    }
  }

  /** @throws AccountSuspendedError; SignInExpiredError, also if the account already has a factor */
  async accountToSetUp(pendingSetup: string): Promise<Account> {
    const account = await this.findAccount(pendingSetup, 'setup');
    if (await this.factors.hasFactor(account.id)) throw new SignInExpiredError();
    return account;
  }

  /** Returns the account of a sign-in that waits for this step. @throws SignInExpiredError, AccountSuspendedError */
  async findAccount(pending: string, step: PendingStep = 'second-step'): Promise<Account> {
    const signIn = this.pendingSignIns.find(pending, step);
    const account = signIn && (await this.repository.find(signIn.accountId));
    if (account?.credentialsGeneration !== signIn?.generation || !account) {
      throw new SignInExpiredError();
    }
    if (account.suspendedAt) throw new AccountSuspendedError();
    return account;
  }

  /**
   * Confirms that the owner is at a signed-in browser: by a code if the account has a second factor, otherwise by the
   * password.
   *
   * @throws ValidationFailedError about `code` or `password`, AccountNotFoundError, RateLimitedError
   */
  async confirm(
    account: Account,
    { password = '', code = '' }: { readonly password?: string; readonly code?: string },
    requester: Requester,
  ): Promise<Extract<Proof, { readonly shown: 'factor' | 'password' }>> {
    if (await this.factors.hasFactor(account.id)) {
      await this.factors.verify(account, code, requester);
      return { shown: 'factor', requester };
    }
    assertFilled({ password });
    const use = { event: 'session.confirm', requester } as const;
    const { account: checked, isRight } = await this.passwords.attempt(account.id, password, use);
    if (!isRight) throw ValidationFailedError.about({ password: 'old_password_wrong' });
    return { shown: 'password', generation: checked.credentialsGeneration, requester };
  }

  /**
   * Checks the password of an account before a change of its email address.
   *
   * @throws ValidationFailedError about `old_password`, AccountNotFoundError, RateLimitedError
   */
  async confirmPassword(id: string, password: string, requester: Requester): Promise<Proof> {
    const use = { event: 'account.update', requester } as const;
    const { account, isRight } = await this.passwords.attempt(id, password, use);
    if (!isRight) throw ValidationFailedError.about({ old_password: 'old_password_wrong' });
    return withCredentials(account, requester);
  }
}
