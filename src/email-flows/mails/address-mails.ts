import { Injectable } from '@nestjs/common';
import { addressKey } from '../../access/rate-limits/rate-limit-keys.js';
import { AccountsRepository } from '../../accounts/accounts.repository.js';
import {
  getStanding,
  requestedMails,
  findRestorable,
  listEntitled,
  type Standing,
} from '../../accounts/sign-in/owner-proofs.js';
import { VerifiedEmailsRepository } from '../../accounts/emails/verified-emails.repository.js';
import type { Account } from '../../database/records.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import type { Mail } from '../../mail/mailer.js';
import { EmailCodesService } from '../links/email-codes.service.js';
import { EmailTokensService } from '../links/email-tokens.service.js';
import { MailLinks, toHours } from '../links/mail-links.js';
import {
  toQueue,
  type MailOrigin,
  type PasswordResetRequest,
  type SignUp,
  type SignUpAgain,
  type SignUpRequest,
} from './mail-request.js';

type RequestedMail = (typeof requestedMails)[Standing]['reset' | 'signUp'];

/** An email, and the account that has it or had it before. */
interface Address {
  readonly standing: Standing;
  readonly account?: Account | null;
  /** The address in its verified spelling, if the account has another one now. */
  readonly left?: string;
}

/**
 * Creates the mails to prove an address, and those about a changed one, or undefined if the address must not receive
 * one.
 */
@Injectable()
export class AddressMails {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly limits: RateLimitsService,
    private readonly links: MailLinks,
    private readonly tokens: EmailTokensService,
    private readonly codes: EmailCodesService,
  ) {}

  /** @param queue the queue of the requested address, which the account may no longer have */
  async verification(id: string, queue: string, codeRequest?: string): Promise<Mail | undefined> {
    const account = await this.accounts.find(id);
    if (!account || toQueue(account.email) !== queue) return undefined;
    const { name, email: to, languageCode } = account;
    const subject = { email: to, account, codeRequest };
    const link = await this.links.create('verification', subject);
    const hours = toHours('verification');
    const values = { name, link, hours, ...this.codes.getCode(codeRequest) };
    return { to, accountId: id, languageCode, kind: 'verification', values };
  }

  signUp({ codeRequest, ...signUp }: SignUpRequest): Promise<Mail | undefined> {
    return this.signUpOrOwner({ ...signUp, codeRequest }, () => signUp);
  }

  /** Returns undefined if the earlier mail was not sent or its link was used. */
  signUpAgain(again: SignUpAgain): Promise<Mail | undefined> {
    return this.signUpOrOwner(again, async () => {
      const signUp = await this.tokens.requestedContent<SignUp>('sign-up', again.previous);
      // The limit counts the mails to the requested address.
      return signUp && toQueue(signUp.email) === toQueue(again.email) ? signUp : undefined;
    });
  }

  private async signUpOrOwner(
    request: MailOrigin & { readonly email: string },
    findSignUp: () => SignUp | Promise<SignUp | undefined>,
  ): Promise<Mail | undefined> {
    const address = await this.findAddress(request.email);
    const kind = requestedMails[address.standing].signUp;
    // The confirmation of a sign-up accepts no code for another purpose.
    if (kind !== 'sign-up') return this.toOwner(kind, address, request);
    const signUp = await findSignUp();
    if (!signUp) return undefined;
    const { codeRequest } = request;
    const { email, name, language_code: languageCode } = signUp;
    const link = await this.links.create(kind, { email, content: signUp, codeRequest });
    const values = { name, link, hours: toHours(kind), ...this.codes.getCode(codeRequest) };
    return { to: email, accountId: null, languageCode, kind, values };
  }

  /** Returns undefined for an address without an account, because anyone can enter a stranger's address. */
  async passwordReset(request: PasswordResetRequest): Promise<Mail | undefined> {
    const address = await this.findAddress(request.email);
    return this.toOwner(requestedMails[address.standing].reset, address, request);
  }

  private async toOwner(
    kind: Exclude<RequestedMail, 'sign-up'>,
    { account, left }: Address,
    { returnTo, codeRequest }: MailOrigin,
  ): Promise<Mail | undefined> {
    if (!account || kind === undefined) return undefined;
    if (kind === 'email-restoration') return this.restoration(account, left!);
    const { id: accountId, email: to, languageCode } = account;
    // The registrant may not own the address, so only a reset mail contains the name.
    const name = '';
    if (kind === 'sign-up-taken') {
      const values = { name, link: this.links.toPage('sign-in') };
      return { to, accountId, languageCode, kind, values };
    }
    const subject = { email: to, account, content: { returnTo }, codeRequest };
    const link = await this.links.create(kind, subject);
    const hours = toHours(kind);
    const code = this.codes.getCode(codeRequest);
    if (kind === 'first-proof') {
      return { to, accountId, languageCode, kind, values: { name, link, hours, ...code } };
    }
    const values = { name: account.name, link, minutes: hours * 60, ...code };
    return { to, accountId, languageCode, kind, values };
  }

  /** Finds the account that has or had an email, and the standing of the email. */
  private async findAddress(email: string): Promise<Address> {
    const account = await this.accounts.findByEmail(email);
    const standing = account
      ? getStanding(account, await this.verifiedEmails.list(account.id))
      : 'unknown';
    if (standing === 'verified' || standing === 'unproved') return { standing, account };
    // The account may have changed to another mailbox that counts as the same email.
    const left = await this.verifiedEmails.findLeft(email);
    const owner = left ? await this.accounts.find(left.accountId) : null;
    if (left && owner) return { standing: 'left', account: owner, left: left.email };
    return { standing, account };
  }

  /**
   * The mail to the address that the change replaced, if it was verified and is not restored. A few mails a day
   * suffice, because earlier links also work for later changes.
   */
  async emailChanged(id: string, revision: number): Promise<Mail | undefined> {
    const account = await this.accounts.find(id);
    if (!account) return undefined;
    const verified = listEntitled(await this.verifiedEmails.list(id));
    const replaced = verified.find(({ replacedBy }) => replacedBy === revision);
    return replaced
      ? this.countedRestoration(account, replaced.email)
      : this.emailPending(account, revision);
  }

  /** The mail to the address that can undo changes now, because addresses verified before it are forgotten. */
  async emailNext(id: string): Promise<Mail | undefined> {
    const account = await this.accounts.find(id);
    const next = account && findRestorable(await this.verifiedEmails.list(id));
    return next ? this.countedRestoration(account, next.email) : undefined;
  }

  private async countedRestoration(account: Account, email: string): Promise<Mail | undefined> {
    const sent = await this.countedChange(email);
    return sent && { ...(await this.restoration(account, email)), sent };
  }

  /** Returns a function that counts a sent mail about a changed address, or undefined if the limit is reached. */
  private async countedChange(email: string): Promise<(() => Promise<unknown>) | undefined> {
    const key = addressKey('email-changed', toQueue(email));
    if ((await this.limits.peek('mails.address', key))?.accepted === false) return undefined;
    return () => this.limits.consume('mails.address', key);
  }

  private async restoration(account: Account, email: string): Promise<Mail> {
    const { id: accountId, name, languageCode, email: newEmail } = account;
    const subject = { email, account, content: { email } };
    const link = await this.links.create('email-restoration', subject);
    const values = { name, newEmail, link, days: toHours('email-restoration') / 24 };
    return { to: email, accountId, languageCode, kind: 'email-changed', values };
  }

  /**
   * Goes to the owner of an account whose client has set another address. A verified address receives a link that
   * adopts the other one.
   */
  private async emailPending(account: Account, revision: number): Promise<Mail | undefined> {
    const { id: accountId, email: to, name, languageCode, pendingEmail } = account;
    // Only for the latest change, because the link adopts the address that it names.
    if (pendingEmail === null || account.revision < revision) return undefined;
    if (!(await this.verifiedEmails.verifiedAt(account))) return this.emailLeft(account.id, to);
    const sent = await this.countedChange(to);
    if (!sent) return undefined;
    const subject = { email: to, account, content: { email: pendingEmail } };
    const link = await this.links.create('email-adoption', subject);
    const values = { name, newEmail: pendingEmail, link, hours: toHours('email-adoption') };
    return { to, accountId, languageCode, kind: 'email-pending', values, sent };
  }

  /** Goes to an address that was never verified. Anyone may read it, so it reveals nothing about the account. */
  async emailLeft(id: string, email: string): Promise<Mail | undefined> {
    const account = await this.accounts.find(id);
    const owner = await this.accounts.findByEmail(email);
    // The owner of the address may already have proved it with their own account.
    if (!account || (owner && owner.id !== id)) return undefined;
    const sent = await this.countedChange(email);
    const { languageCode } = account;
    const addressed = { to: email, accountId: account.id, languageCode };
    return sent && { ...addressed, kind: 'email-left', values: {}, sent };
  }
}
