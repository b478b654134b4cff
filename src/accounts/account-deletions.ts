import { Injectable } from '@nestjs/common';
import { TokenSeal } from '../access/sealing/token-seal.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import type { Change } from '../changes/change.js';
import { ChangesService } from '../changes/changes.service.js';
import type { Proof } from '../changes/proof.js';
import type { Account } from '../database/records.js';
import { AccountsRepository, NotDeletedError } from './accounts.repository.js';
import { VerifiedEmailsRepository } from './emails/verified-emails.repository.js';
import { getStanding } from './sign-in/owner-proofs.js';

/** Deletes accounts with their data, and notifies owners who have verified their email. */
@Injectable()
export class AccountDeletions {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly changes: ChangesService,
    private readonly applications: ApplicationsRepository,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly seal: TokenSeal,
  ) {}

  /** Returns undefined if the account does not exist or has another revision, or if a trigger of the host keeps it. */
  async delete(id: string, proof: Proof, revision?: number): Promise<true | undefined> {
    const record = { event: 'account.delete', accountId: id, proof } as const;
    const remove = async (change: Change): Promise<true | undefined> => {
      // The change has locked the account, so nothing can change it before it is deleted.
      const account = await this.repository.find(id, change.models, revision);
      if (!account) return undefined;
      const verified = await this.verifiedEmails.list(id, change.models);
      if (getStanding(account, verified) === 'verified')
        change.notice = { sealed: this.sealedOwner(account) };
      await this.applications.deleteAll(change, id);
      await this.repository.delete(change, id);
      return true;
    };
    try {
      return await this.changes.run(record, remove);
    } catch (error) {
      if (!(error instanceof NotDeletedError)) throw error;
      return undefined;
    }
  }

  /** Seals the recipient of the deletion mail for the account's queue. */
  private sealedOwner({ id, email, name, languageCode }: Account): string {
    return this.seal.sealJson({ email, name, languageCode }, id);
  }
}
