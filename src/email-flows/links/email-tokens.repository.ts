import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import type { LinkPurpose } from '../../accounts/sign-in/owner-proofs.js';
import { withoutPassword } from '../../database/account-json.js';
import { ExpiringTable } from '../../database/purge/expiring-rows.js';
import type { Account, Bytes, EmailToken } from '../../database/records.js';
import type { SealedColumnOptions } from '../../database/sealed-column.js';

/** The content of links, sealed for the digest of their address. */
export const sealedEmailTokens: SealedColumnOptions = {
  table: 'email_tokens',
  key: ['hash'],
  owner: 'email_digest',
  column: 'sealed',
};

@Injectable()
export class EmailTokensRepository extends ExpiringTable {
  readonly expiring = 'email_tokens';

  /** @param change the change that the token belongs to. Default: none */
  async create(token: EmailToken & { purpose: LinkPurpose }, change?: Change): Promise<void> {
    const { emailToken } = change?.models ?? this.prisma;
    const { codeRequest } = token;
    // The code in a mail that is sent again stands for the latest link.
    if (codeRequest)
      await emailToken.updateMany({ where: { codeRequest }, data: { codeRequest: null } });
    await emailToken.create({ data: token, select: { hash: true } });
  }

  /**
   * Returns the token, if it has not expired, with its account, if any.
   *
   * @param purpose undefined for any purpose
   */
  find(
    purpose: LinkPurpose | undefined,
    hash: Bytes,
  ): Promise<(EmailToken & { account: Account | null }) | null> {
    return this.prisma.emailToken.findUnique({
      where: { hash, purpose, expiresAt: { gt: new Date() } },
      include: { account: withoutPassword },
    });
  }

  /** Returns the token that the code of a request stands for, if it has not expired. */
  findByCode(
    codeRequest: Bytes,
  ): Promise<Pick<EmailToken, 'hash' | 'purpose' | 'createdAt'> | null> {
    return this.prisma.emailToken.findUnique({
      where: { codeRequest, expiresAt: { gt: new Date() } },
      select: { hash: true, purpose: true, createdAt: true },
    });
  }

  /** Returns the token in the mail of a request, if it has not expired. */
  findRequested(purpose: LinkPurpose, codeRequest: Bytes): Promise<EmailToken | null> {
    const where = { codeRequest, purpose, expiresAt: { gt: new Date() } };
    return this.prisma.emailToken.findUnique({ where });
  }

  /** Deletes a token. Returns whether it existed, which is true for one of several concurrent uses. */
  async delete({ models }: Change, hash: Bytes): Promise<boolean> {
    return (await models.emailToken.deleteMany({ where: { hash } })).count > 0;
  }

  async deleteForAccount(
    { models }: Change,
    accountId: string,
    purposes: readonly LinkPurpose[],
  ): Promise<void> {
    await models.emailToken.deleteMany({ where: { accountId, purpose: { in: [...purposes] } } });
  }

  async deleteSentTo({ models }: Change, accountId: string, digest: string): Promise<void> {
    await models.emailToken.deleteMany({ where: { accountId, emailDigest: digest } });
  }
}
