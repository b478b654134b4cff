import { Injectable } from '@nestjs/common';
import { addressKey } from '../../access/rate-limits/rate-limit-keys.js';
import type { NewBrowser } from '../../access/sessions/sessions.service.js';
import { describeUserAgent } from '../../http/headers/user-agent.js';
import { AccountsRepository } from '../../accounts/accounts.repository.js';
import { getStanding, listEntitled } from '../../accounts/sign-in/owner-proofs.js';
import { VerifiedEmailsRepository } from '../../accounts/emails/verified-emails.repository.js';
import { ApplicationsService } from '../../applications/applications.service.js';
import type { Notice } from '../../audit/audit-event.js';
import type { Account } from '../../database/records.js';
import { RateLimitedError } from '../../errors/error-registry.js';
import { FactorRemovalsRepository } from '../../factors/factor-removals.repository.js';
import { FactorsService } from '../../factors/factors.service.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import type { Mail } from '../../mail/mailer.js';
import { emailDigest, factorRemovalMs } from '../links/email-token.js';
import { MailLinks } from '../links/mail-links.js';
import type { FactorRemovalRequest, NewFactor } from './mail-request.js';
import { MailRequestsService } from './mail-requests.service.js';

/** Creates the mails that notify an owner of a change, or undefined if an address must not receive one. */
@Injectable()
export class OwnerNotices {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly applications: ApplicationsService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly factors: FactorsService,
    private readonly removals: FactorRemovalsRepository,
    private readonly requests: MailRequestsService,
    private readonly links: MailLinks,
    private readonly limits: RateLimitsService,
  ) {}

  async toVerified(
    kind: Exclude<Notice, 'account-deleted' | 'new-browser'> | 'password-changed',
    id: string,
  ): Promise<Mail | undefined> {
    const account = await this.findVerified(id);
    if (!account) return undefined;
    const { name } = account;
    const link = this.links.toPage('forgot-password');
    if (kind !== 'recovery-used') return { ...toOwner(account), kind, values: { name, link } };
    const { recoveryCodes: count } = await this.factors.status(id);
    return { ...toOwner(account), kind, values: { name, link, count } };
  }

  async newBrowser(id: string, { userAgent, source }: NewBrowser): Promise<Mail | undefined> {
    const account = await this.findVerified(id);
    if (!account) return undefined;
    const link = this.links.toPage('forgot-password');
    // Only the name of another program, because a free text could deceive the reader.
    const [program = '?'] = /^[A-Za-z][\w.-]{0,31}/.exec(userAgent) ?? [];
    const browser = describeUserAgent(userAgent) || program;
    const values = { name: account.name, link, browser, source };
    const key = addressKey('new-browser', id);
    if ((await this.limits.peek('mails.address', key))?.accepted === false) return undefined;
    const sent = () => this.limits.consume('mails.address', key);
    return { ...toOwner(account), kind: 'new-browser', values, sent };
  }

  async applicationAuthorized(id: string, applicationId: string): Promise<Mail | undefined> {
    const account = await this.findVerified(id);
    if (!account) return undefined;
    const application = await this.applications.findName(applicationId);
    if (application === undefined) return undefined;
    const values = { name: account.name, application, link: this.links.toPage('grants') };
    return { ...toOwner(account), kind: 'application-authorized', values };
  }

  /**
   * Notifies the owner, and requests the verification of an unverified address, whose first proof would end the factor.
   * The mail contains the link that removes the factor, if the address can remove it.
   */
  async factorAdded(
    kind: NewFactor['kind'],
    accountId: string,
    factor = '',
  ): Promise<Mail | undefined> {
    const account = await this.accounts.find(accountId);
    if (!account) return undefined;
    const { email } = account;
    const verified = await this.verifiedEmails.list(accountId);
    if (getStanding(account, verified) !== 'verified') await this.requestVerification(account);
    const isLongest = listEntitled(verified)[0]?.email === email;
    const mail = isLongest && (await this.removable(account, { kind, accountId, email, factor }));
    return mail || this.toVerified(kind, accountId);
  }

  /** Goes to the longest-verified address, if that is not the present one. */
  async factorRestoration(
    kind: NewFactor['kind'],
    accountId: string,
    factor: string,
  ): Promise<Mail | undefined> {
    const account = await this.accounts.find(accountId);
    const [longest] = listEntitled(await this.verifiedEmails.list(accountId));
    if (!account || !longest || longest.email === account.email) return undefined;
    return this.removable(account, { kind, accountId, email: longest.email, factor });
  }

  /** Returns the mail with the link that removes a factor, or undefined if it has been removed or is trusted. */
  private async removable(account: Account, added: NewFactor): Promise<Mail | undefined> {
    const { kind, accountId, email, factor } = added;
    if (!(await this.factors.isUntrusted(accountId, factor))) return undefined;
    const subject = { email, account, content: added };
    const link = await this.links.create('factor-restoration', subject);
    return { ...toOwner(account), to: email, kind, values: { name: account.name, link } };
  }

  private async requestVerification(account: Account): Promise<void> {
    try {
      await this.requests.verification(account);
    } catch (error) {
      // The address has reached its daily limit.
      if (!(error instanceof RateLimitedError)) throw error;
    }
  }

  /** Returns undefined if the removal has ended, or if the address can no longer stop it or already has the mail. */
  async factorRemoval(request: FactorRemovalRequest | undefined): Promise<Mail | undefined> {
    if (!request) return undefined;
    const { accountId, email, removal: id } = request;
    const [account, removal] = await this.findRemoval(accountId);
    const digest = emailDigest(email);
    if (!account || removal?.id !== id || removal.mailedTo.includes(digest)) return undefined;
    const addresses = listEntitled(await this.verifiedEmails.list(accountId));
    if (!addresses.some((each) => each.email === email)) return undefined;
    const subject = { email, account, content: { removal: id } };
    const link = await this.links.create('factor-removal', subject);
    const values = { name: account.name, link };
    const sent = () => this.removals.recordMail(accountId, id, digest, factorRemovalMs);
    return { ...toOwner(account), to: email, kind: 'factor-removal', values, sent };
  }

  /** Completes a request of an earlier release. */
  async presentAddress(accountId: string): Promise<FactorRemovalRequest | undefined> {
    const [account, removal] = await this.findRemoval(accountId);
    return account && removal
      ? { accountId, email: account.email, removal: removal.id }
      : undefined;
  }

  private async findRemoval(accountId: string) {
    return [await this.accounts.find(accountId), await this.removals.find(accountId)] as const;
  }

  /** Finds the account if its address is verified. An unverified one may belong to another person. */
  private async findVerified(id: string): Promise<Account | undefined> {
    const account = await this.accounts.find(id);
    return account && (await this.verifiedEmails.verifiedAt(account)) ? account : undefined;
  }
}

function toOwner({ id, email, languageCode }: Account) {
  return { to: email, accountId: id, languageCode };
}
