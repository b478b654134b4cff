import { Injectable } from '@nestjs/common';
import { FactorsService } from '../access/factors/factors.service.js';
import { PasswordHasher } from '../access/passwords/password-hasher.js';
import { newAccessToken } from '../access/tokens/access-token.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Requester } from '../audit/requester.js';
import type { Account, SqlTransaction, VerifiedEmail } from '../database/records.js';
import { AccountNotFoundError, PreconditionFailedError } from '../errors/error-registry.js';
import { isIdentifier } from '../database/identifier.js';
import { DtoValidator } from '../validation/dto-validator.js';
import { AccountCredentialsService, type PasswordChanger } from './account-credentials.service.js';
import { AccountsRepository } from './accounts.repository.js';
import { isEmailAsPassword } from './dto/account.rules.js';
import { NewPasswordDto } from './dto/new-password.dto.js';
import { asValidationError } from './email-taken.js';
import { VerifiedEmailsRepository } from './verified-emails.repository.js';

/** Replaces a password without the old one, for an owner who has proved the right to it in another way. */
@Injectable()
export class AccountRecoveryService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly validator: DtoValidator,
    private readonly credentials: AccountCredentialsService,
    private readonly factors: FactorsService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** @see AccountsService.setPassword */
  async setPassword(
    id: string,
    newPassword: string,
    requester: Requester & PasswordChanger,
    generation?: number,
  ): Promise<Account> {
    const account = await this.existing(id);
    const passwordHash = await this.hashOfNew(newPassword, account);
    const password = {
      passwordHash,
      generation: generation ?? account.credentialsGeneration,
      endCredentials: (joined: SqlTransaction) =>
        this.credentials.endAllInTransaction(joined, id, requester),
    };
    const events = [this.audit.eventOf({ event: 'password.reset', accountId: id, requester })];
    const updated = await this.repository.update(id, {}, events, password);
    if (!updated) throw new PreconditionFailedError();
    this.audit.log(events);
    return updated.account;
  }

  /**
   * Sets the password and verifies the address of an account that never had a verified one, for whoever has proved to
   * own the address. Everything that was created before ends, since anybody can register an address of another person.
   *
   * @param prove what must be true in the same transaction; returns whether it is
   * @throws ValidationFailedError about `new_password`; PreconditionFailedError when the account has another password or
   *   address by now, or `prove` returns false
   */
  async proveFirst(
    { id, email, credentialsGeneration: generation }: Account,
    newPassword: string,
    requester: Requester,
    prove: (transaction: SqlTransaction) => Promise<boolean>,
  ): Promise<Account> {
    const password = {
      passwordHash: await this.hashOfNew(newPassword, await this.existing(id)),
      generation,
      endCredentials: async (joined: SqlTransaction) => {
        const isFirst = (await prove(joined)) && !(await this.verifiedEmails.hasAny(id, joined));
        if (!isFirst || !(await this.verifiedEmails.verify(id, email, [], joined)))
          throw new PreconditionFailedError();
        await this.credentials.endEverythingInTransaction(joined, id);
      },
    };
    const events = (['password.reset', 'email.verify'] as const).map((event) =>
      this.audit.eventOf({ event, accountId: id, requester }),
    );
    // Only the address that was proved stays, whatever a client has set in its place.
    const place = { setter: 'proof' } as const;
    const updated = await this.repository.update(id, { email }, events, password, place);
    if (!updated) throw new PreconditionFailedError();
    this.audit.log(events);
    return updated.account;
  }

  private async existing(id: string): Promise<Account> {
    const account = isIdentifier(id) ? await this.repository.find(id) : null;
    if (!account) throw new AccountNotFoundError();
    return account;
  }

  private async hashOfNew(newPassword: string, account: Account): Promise<string> {
    const examined = await this.validator.examine(NewPasswordDto, { new_password: newPassword });
    const isRefused =
      this.validator.passwordPolicy === 'strict' &&
      examined.isSound('new_password') &&
      isEmailAsPassword(examined.dto.new_password, account.email);
    const dto = examined.valid(isRefused ? { new_password: 'password_is_email' } : {});
    return this.hasher.hash(dto.new_password);
  }

  /**
   * Sets an address that the account had before, with a random password that is not told, and ends every session,
   * grant and token, and every factor that was added later and is not trusted: the user who replaced the address may
   * have any of them. A trigger forgets the later addresses.
   *
   * @throws PreconditionFailedError when the password of the account has been changed meanwhile
   */
  async restoreEmail(
    { id, credentialsGeneration }: Account,
    verified: VerifiedEmail,
    requester: Requester,
  ): Promise<Account> {
    const password = {
      passwordHash: await this.hasher.hash(newAccessToken()),
      generation: credentialsGeneration,
      endCredentials: async (joined: SqlTransaction) => {
        await this.factors.removeUntrustedSince(joined, id, verified.replacedAt!);
        await this.credentials.endAllInTransaction(joined, id, { endApplicationTokens: true });
      },
    };
    const events = (['password.reset', 'email.restore'] as const).map((event) =>
      this.audit.eventOf({ event, accountId: id, requester }),
    );
    const { email } = verified;
    const updated = await this.repository
      .update(id, { email }, events, password, { setter: 'proof' })
      .catch(asValidationError);
    if (!updated) throw new PreconditionFailedError();
    this.audit.log(events);
    return updated.account;
  }
}
