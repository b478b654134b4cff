import { Injectable } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import { OwnerEmailsService } from '../accounts/emails/owner-emails.service.js';
import { VerifiedEmailsRepository } from '../accounts/emails/verified-emails.repository.js';
import type { Requester } from '../request/requester.js';
import type { Account, Bytes } from '../database/records.js';
import { LinkInvalidError } from '../errors/error-registry.js';
import { asInvalidLink } from './links/email-token.js';
import { EmailTokensRepository } from './links/email-tokens.repository.js';
import { EmailTokensService } from './links/email-tokens.service.js';

/** Adopts an email that a client has set, through a link mailed to the owner's verified address. */
@Injectable()
export class EmailAdoptionService {
  constructor(
    private readonly tokens: EmailTokensService,
    private readonly repository: EmailTokensRepository,
    private readonly ownerEmails: OwnerEmailsService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
  ) {}

  /** Returns the account of a link and the pending email that the link adopts. @throws LinkInvalidError */
  async findSubject(token: string): Promise<{ account: Account; pending: string }> {
    const { account, pending } = await this.find(token);
    return { account, pending };
  }

  /** @throws LinkInvalidError; ValidationFailedError if another account already has the email */
  async adopt(token: string, requester: Requester): Promise<void> {
    const { account, pending, hash } = await this.find(token);
    const { id, credentialsGeneration: generation } = account;
    const proof = { shown: 'link', generation, requester } as const;
    const useLink = async (change: Change) => {
      if (!(await this.repository.delete(change, hash))) throw new LinkInvalidError();
    };
    await this.ownerEmails.adopt(id, pending, proof, useLink).catch(asInvalidLink);
  }

  private async find(token: string): Promise<{ account: Account; pending: string; hash: Bytes }> {
    const found = await this.tokens.find<{ email: string }>('email-adoption', token);
    const { account, content, hash } = found;
    const isVerified = (await this.verifiedEmails.verifiedAt(account)) !== null;
    if (!isVerified || !content || account.pendingEmail !== content.email) {
      throw new LinkInvalidError();
    }
    return { account, pending: content.email, hash };
  }
}
