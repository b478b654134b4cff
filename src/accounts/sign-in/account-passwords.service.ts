import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { FailedPasswords } from '../../access/passwords/failed-passwords.js';
import { PasswordHasher } from '../../access/passwords/password-hasher.js';
import { accountKey, sourceKey } from '../../access/rate-limits/rate-limit-keys.js';
import type { AuditRecord } from '../../audit/audit-event.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { asOwner, type Requester } from '../../request/requester.js';
import type { Account, AccountWithPassword, Transaction } from '../../database/records.js';
import {
  AccountNotFoundError,
  AccountSuspendedError,
  CredentialsWrongError,
} from '../../errors/error-registry.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { AccountsRepository } from '../accounts.repository.js';
import { mailboxKey } from '../emails/email-key.js';

@Injectable()
export class AccountPasswordsService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: RateLimitsService,
    private readonly failedPasswords: FailedPasswords,
    private readonly audit: AuditTrail,
  ) {}

  async authenticate(email: string, password: string, requester: Requester): Promise<Account> {
    const { source = '' } = requester;
    await this.limits.consume('sign-in', sourceKey(source));
    const account = await this.repository.findForSignIn(email);
    const subject = account ? toSubject(account) : subjectWithoutAccount(email);
    const isRight = await this.failedPasswords.isRight({ subject, source }, () =>
      this.isPassword(account, password),
    );
    const isOwner = account !== null && isRight;
    const isSuspended = isOwner && account.suspendedAt !== null;
    const suspended = isSuspended ? 'account_suspended' : undefined;
    await this.audit.record({
      event: 'account.authenticate',
      accountId: account?.id ?? null,
      refusal: isOwner ? suspended : 'credentials_wrong',
      requester: isOwner ? asOwner(requester, account.id) : requester,
    });
    if (!isOwner) throw new CredentialsWrongError();
    // Reveal the suspension to the owner only.
    if (isSuspended) throw new AccountSuspendedError();
    const { passwordHash: _, ...authenticated } = account;
    return authenticated;
  }

  /**
   * Checks a password before a change, and records a wrong one in the audit trail.
   *
   * @throws AccountNotFoundError, RateLimitedError while a delay lasts
   */
  async attempt(
    id: string,
    password: string,
    use: Pick<AuditRecord, 'event' | 'requester'>,
  ): Promise<{ account: AccountWithPassword; isRight: boolean }> {
    const { requester } = use;
    const { transaction } = requester;
    const account = await this.repository.findWithPassword(id, transaction);
    if (!account) throw new AccountNotFoundError();
    const isDelegate = 'kind' in requester && requester.kind === 'oauth';
    const guesserId = isDelegate ? requester.applicationId : undefined;
    const attempt = { subject: toSubject(account, guesserId), source: requester.source ?? '' };
    const isRight = await this.failedPasswords.isRight(
      attempt,
      () => this.isPassword(account, password, transaction),
      ['passwords.change', accountKey(id, guesserId)],
    );
    if (!isRight) {
      await this.audit.record({ ...use, accountId: id, refusal: 'old_password_wrong' });
    }
    return { account, isRight };
  }

  /**
   * Returns the end of the delay for a source, or undefined if it need not wait.
   *
   * @param applicationId the OAuth application, whose attempts have their own delays
   */
  async waitingUntil(
    account: Account,
    source: string,
    applicationId: string | null,
  ): Promise<Date | undefined> {
    const guessers = applicationId === null ? [undefined] : [applicationId, undefined];
    for (const guesserId of guessers) {
      const subject = toSubject(account, guesserId);
      const until = await this.failedPasswords.waitingUntil({ subject, source });
      if (until) return until;
    }
    return undefined;
  }

  /** Checks the account's password, and renews a hash with outdated parameters. */
  private async isPassword(
    account: AccountWithPassword | null,
    password: string,
    transaction?: Transaction,
  ): Promise<boolean> {
    if (!account || !this.hasher.canVerify(account.passwordHash)) {
      await this.hasher.verifyNone(password);
      return false;
    }
    const { id, passwordHash } = account;
    if (!(await this.hasher.verify(passwordHash, password))) return false;
    if (this.hasher.isOutdated(passwordHash)) {
      const renewed = await this.hasher.hash(password);
      await this.repository.renewPasswordHash(id, passwordHash, renewed, transaction);
    }
    return true;
  }
}

/** A new password starts a new subject. The attempts of each OAuth application have their own. */
function toSubject({ id, credentialsGeneration }: Account, guesserId?: string): string {
  const subject = `account ${id}.${credentialsGeneration}`;
  return guesserId === undefined ? subject : `${subject} ${guesserId}`;
}

/** Delays must not reveal that no account has the email. */
function subjectWithoutAccount(email: string): string {
  return `email ${createHash('sha256').update(mailboxKey(email)).digest('base64url')}`;
}
