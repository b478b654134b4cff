import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { toConditions, getRequester, withCredentials, type Proof } from '../../changes/proof.js';
import { PasswordHasher } from '../../access/passwords/password-hasher.js';
import type { AuditEventName } from '../../audit/audit-event.js';
import { newAccessToken } from '../../principals/access-token.js';
import type { Account } from '../../database/records.js';
import { PreconditionFailedError } from '../../errors/error-registry.js';
import { DtoValidator } from '../../validation/dto-validator.js';
import { Required } from '../../validation/validation.rules.js';
import { AccountCredentialsService, type PasswordChanger } from './account-credentials.service.js';
import { AccountsRepository, type AccountUpdate } from '../accounts.repository.js';
import { IsPassword, findPasswordViolations } from '../dto/account.rules.js';
import { links } from './owner-proofs.js';
import { VerifiedEmailsRepository } from '../emails/verified-emails.repository.js';

class NewPasswordDto {
  @Required() @IsPassword() new_password!: string;
}

type Prove = (change: Change) => Promise<boolean>;

@Injectable()
export class AccountRecoveryService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly validator: DtoValidator,
    private readonly credentials: AccountCredentialsService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
  ) {}

  async setPassword(
    id: string,
    newPassword: string,
    proof: Proof & PasswordChanger,
    prove?: Prove,
  ): Promise<Account> {
    const account = await this.repository.get(id);
    const update: AccountUpdate = {
      passwordHash: await this.hashNewPassword(newPassword, account),
      also: async (change) => {
        if (prove && !(await prove(change))) throw new PreconditionFailedError();
        await this.credentials.endAll(change, id, proof);
      },
    };
    // A proof without a generation applies to the account's current password.
    const { generation } = toConditions(proof);
    const bound = generation === undefined ? withCredentials(account, getRequester(proof)) : proof;
    return this.changed(id, update, bound);
  }

  /**
   * Sets the password and verifies the address of an account that never had a verified one, after a user has proved to
   * own the address. Ends everything created before, because anyone can register another person's address.
   *
   * @throws ValidationFailedError about `new_password`; PreconditionFailedError if the password or address has changed
   *   since the proof, or `prove` returns false
   */
  async proveFirst(
    account: Account,
    newPassword: string,
    proof: Proof,
    prove: Prove,
  ): Promise<Account> {
    const { id, email } = account;
    const update: AccountUpdate = {
      passwordHash: await this.hashNewPassword(newPassword, account),
      // Keep only the proved address, even if a client has set another one in the meantime.
      ...{ fields: { email }, setter: 'proof' },
      also: async (change) => {
        const isFirst =
          (await prove(change)) && !(await this.verifiedEmails.hasAny(id, change.models));
        if (!isFirst || !(await this.verifiedEmails.verify(change, id, email)))
          throw new PreconditionFailedError();
        await this.credentials.end(change, id, links['first-proof'].ends);
      },
    };
    return this.changed(id, update, proof, 'email.verify');
  }

  private async hashNewPassword(newPassword: string, account: Account): Promise<string> {
    const examined = await this.validator.examine(NewPasswordDto, { new_password: newPassword });
    const violations = findPasswordViolations(this.validator.passwordPolicy, examined, account);
    return this.hasher.hash(examined.valid(violations).new_password);
  }

  /**
   * Restores an address that the account has or had before, and sets a random, undisclosed password. Ends what an
   * intruder may have: sessions, grants, tokens, and the factors added `since`. A trigger forgets the later addresses.
   *
   * @throws PreconditionFailedError as {@link proveFirst} does
   */
  async restore(
    { id }: Account,
    email: string,
    since: (change: Change) => Promise<Date>,
    proof: Proof,
    prove: Prove,
  ): Promise<Account> {
    const update: AccountUpdate = {
      passwordHash: await this.hasher.hash(newAccessToken()),
      ...{ fields: { email }, setter: 'proof' },
      also: async (change) => {
        if (!(await prove(change))) throw new PreconditionFailedError();
        const { ends } = links['email-restoration'];
        await this.credentials.end(change, id, ends, await since(change));
      },
    };
    return this.changed(id, update, proof, 'email.restore');
  }

  private async changed(
    accountId: string,
    update: AccountUpdate,
    proof: Proof,
    ...others: ('email.verify' | 'email.restore')[]
  ): Promise<Account> {
    const toRecord = (event: AuditEventName) => ({ event, accountId, proof });
    const records = [toRecord('password.reset'), ...others.map(toRecord)] as const;
    const updated = await this.repository.update(records, accountId, update);
    if (!updated) throw new PreconditionFailedError();
    return updated;
  }
}
