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
    const account = isIdentifier(id) ? await this.repository.find(id) : null;
    if (!account) throw new AccountNotFoundError();
    const examined = await this.validator.examine(NewPasswordDto, { new_password: newPassword });
    const isRefused =
      this.validator.passwordPolicy === 'strict' &&
      examined.isSound('new_password') &&
      isEmailAsPassword(examined.dto.new_password, account.email);
    const dto = examined.valid(isRefused ? { new_password: 'password_is_email' } : {});
    const password = {
      passwordHash: await this.hasher.hash(dto.new_password),
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
   * Sets an address that the account had before, with a random password that is not told, and ends every session,
   * grant and token, and every factor that was added later: the user who replaced the address may have any of them.
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
        await this.verifiedEmails.restore(verified, joined);
        await this.factors.removeAddedSince(joined, id, verified.replacedAt!);
        await this.credentials.endAllInTransaction(joined, id, { endApplicationTokens: true });
      },
    };
    const events = (['password.reset', 'email.restore'] as const).map((event) =>
      this.audit.eventOf({ event, accountId: id, requester }),
    );
    const { email } = verified;
    const updated = await this.repository
      .update(id, { email }, events, password)
      .catch(asValidationError);
    if (!updated) throw new PreconditionFailedError();
    this.audit.log(events);
    return updated.account;
  }
}
