import { Injectable } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import { getRequester, type Proof } from '../changes/proof.js';
import { newIdentifier } from '../database/identifier.js';
import type { Account } from '../database/records.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { clearedFields, fieldsSetBy } from './account-fields.js';
import { AccountsRepository, type WithCreation } from './accounts.repository.js';
import type { CreateAccountDto } from './dto/create-account.dto.js';
import { OwnerEmailsService } from './emails/owner-emails.service.js';

/** The valid members of a new account. */
export interface NewMembers extends Omit<CreateAccountDto, 'password'> {
  readonly passwordHash: string;
}

/** Creates accounts from valid members. */
@Injectable()
export class AccountCreations {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly emails: OwnerEmailsService,
  ) {}

  /**
   * Creates an account. The account stores the application of the proof. A mail link proves the email: accounts that
   * have not proved it lose it.
   *
   * @throws ValidationFailedError for a taken email; errors of `also`
   */
  create(
    { passwordHash, ...members }: NewMembers,
    proof: Proof,
    also?: WithCreation,
  ): Promise<Account> {
    const requester = getRequester(proof);
    const account = {
      id: newIdentifier(),
      ...clearedFields,
      ...fieldsSetBy(members),
      passwordHash,
      registeredById: 'applicationId' in requester ? (requester.applicationId ?? null) : null,
    };
    const record = { event: 'account.create', accountId: account.id, proof } as const;
    const claim = isLink(proof) ? this.claim(members.email) : undefined;
    return this.repository.create(record, account, also, claim);
  }

  private claim(email: string) {
    return async (change: Change) => {
      await this.emails.yield(change, email);
      if (await this.repository.isEmailTaken(email, '', change.models))
        throw ValidationFailedError.about({ email: 'email_taken' });
    };
  }
}

/** Whether the owner of the email has opened a mailed link. */
export function isLink(proof: Proof): boolean {
  return 'shown' in proof && proof.shown === 'link';
}
