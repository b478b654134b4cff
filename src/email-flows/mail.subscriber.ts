import { Injectable, type OnModuleInit } from '@nestjs/common';
import { addressKey } from '../access/rate-limits/rate-limit-keys.js';
import { FactorRemovalsRepository } from '../factors/factor-removals.repository.js';
import { FactorsService } from '../factors/factors.service.js';
import { TokenSeal } from '../access/tokens/token-seal.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Notice } from '../audit/audit-event.js';
import {
  links,
  requestedMails,
  restorable,
  getStanding,
  withRight,
  type LinkPurpose,
  type Standing,
} from '../accounts/owner-proofs.js';
import { VerifiedEmailsRepository } from '../accounts/verified-emails.repository.js';
import { ApplicationsService } from '../applications/applications.service.js';
import { mailRequested } from '../events/event-deliveries.repository.js';
import type { Account, VerifiedEmail } from '../database/records.js';
import { AccountNotFoundError, RateLimitedError } from '../errors/error-registry.js';
import type { AccountEvent } from '../events/account-event.js';
import type { EventSubscriber } from '../events/account-event.subscriber.js';
import { EventsService } from '../events/events.service.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { emailDigest, factorRemovalMs } from './email-token.js';
import { EmailTokensService } from './email-tokens.service.js';
import { MailLinks } from './mail-links.js';
import {
  mailSubscription,
  toQueue,
  type DeletedAccount,
  type FactorRemovalRequest,
  type MailRequest,
  type NewFactor,
  type Destination,
  type PasswordResetRequest,
  type SignUp,
} from './mail-request.js';
import { MailRequestsService } from './mail-requests.service.js';
import { maxMailsInFlight } from '../mail/mail.transport.js';
import { Mailer, type Mail } from '../mail/mailer.js';

type RequestedMail = (typeof requestedMails)[Standing]['reset' | 'signUp'];

/** An email, and the account that has it or had it before. */
interface Address {
  readonly standing: Standing;
  readonly account?: Account | undefined;
  /** The address in its verified spelling, if the account has another one now. */
  readonly left?: string;
}

/**
 * Sends mails for events: notices about accounts, and requested links. Looks everything up when the mail is sent, so
 * that no mail goes to an address that was changed or deleted since.
 */
@Injectable()
export class MailSubscriber implements EventSubscriber, OnModuleInit {
  readonly name = mailSubscription;
  readonly types = [
    mailRequested,
    'account.deleted',
    'email.changed',
    'password.changed',
    'grant.created',
  ];
  readonly maxInFlight = maxMailsInFlight;

  constructor(
    private readonly events: EventsService,
    private readonly accounts: AccountsService,
    private readonly applications: ApplicationsService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly tokens: EmailTokensService,
    private readonly factors: FactorsService,
    private readonly removals: FactorRemovalsRepository,
    private readonly requests: MailRequestsService,
    private readonly limits: RateLimitsService,
    private readonly links: MailLinks,
    private readonly seal: TokenSeal,
    private readonly mailer: Mailer,
  ) {}

  onModuleInit(): void {
    this.events.add(this);
  }

  async handle(event: AccountEvent): Promise<void> {
    const mail = await this.createMail(event);
    if (!mail) return;
    await this.mailer.send(mail, event.id);
    await mail.sent?.();
  }

  private async createMail(event: AccountEvent): Promise<Mail | undefined> {
    const type: string = event.type;
    if (type === mailRequested) return this.requested(event);
    if (type === 'account.deleted') {
      return void (await this.events.forgetParked(this.name, event.account_id));
    }
    const account = await this.find(event.account_id);
    if (!account) return undefined;
    if (type === 'email.changed') return this.emailChanged(account, event);
    // An unverified address may belong to another person.
    if (!(await this.verifiedEmails.verifiedAt(account))) return undefined;
    if (type === 'password.changed') {
      const { forgotPassword: link } = this.links;
      return {
        ...toOwner(account),
        kind: 'password-changed',
        values: { name: account.name, link },
      };
    }
    return event.type === 'grant.created' ? this.applicationAuthorized(account, event) : undefined;
  }

  private async requested({ account_id: queue, data }: AccountEvent): Promise<Mail | undefined> {
    const request = data as MailRequest;
    switch (request.kind) {
      case 'verification': {
        const account = await this.find(queue);
        if (!account || toQueue(account.email) !== request.address) return undefined;
        return this.verification(account);
      }
      case 'account-deleted':
        return request.sealed === undefined
          ? undefined
          : accountDeleted(this.opened<DeletedAccount>(request.sealed, queue));
      case 'factor-added':
      case 'passkey-added':
        return this.factorAdded(request.kind, queue, request.factor);
      case 'factor-removed':
      case 'passkey-removed':
      case 'recovery-used':
        return this.toVerified(request.kind, queue);
      case 'factor-restoration':
        return this.factorRestoration(request);
      case 'factor-removal':
        return this.factorRemoval(
          request.sealed === undefined
            ? await this.presentAddress(queue)
            : this.opened<FactorRemovalRequest>(request.sealed, queue),
        );
      case 'sign-up':
        return this.signUp(this.opened<SignUp>(request.sealed, queue));
      case 'password-reset':
        return this.passwordReset(this.opened<PasswordResetRequest>(request.sealed, queue));
      case 'email-left':
        return this.emailLeft(queue, request.address);
      case 'email-next':
        return this.emailNext(queue);
      default:
        return request satisfies never;
    }
  }

  /**
   * Notifies the owner, and requests the verification of an unverified address, whose first proof would end the factor.
   * The mail contains the link that removes the factor, if the address can remove it.
   */
  private async factorAdded(
    kind: NewFactor['kind'],
    accountId: string,
    id = '',
  ): Promise<Mail | undefined> {
    const account = await this.find(accountId);
    if (!account) return undefined;
    const verified = await this.verifiedEmails.of(accountId);
    if (getStanding(account, verified) !== 'verified') await this.requestVerification(account);
    const [longest] = withRight(verified);
    const isPresent = longest?.email === account.email;
    return (
      (isPresent &&
        (await this.removable(account, { kind, accountId, email: account.email, factor: id }))) ||
      this.toVerified(kind, accountId)
    );
  }

  /** Goes to the longest-verified address, if that is not the present one. */
  private async factorRestoration({
    added: kind,
    accountId,
    factor,
  }: Extract<MailRequest, { kind: 'factor-restoration' }>): Promise<Mail | undefined> {
    const account = await this.find(accountId);
    if (!account) return undefined;
    const [longest] = withRight(await this.verifiedEmails.of(accountId));
    if (!longest || longest.email === account.email) return undefined;
    return this.removable(account, { kind, accountId, email: longest.email, factor });
  }

  /** Returns the mail with the link that removes a factor, or undefined if it is removed or trusted by now. */
  private async removable(account: Account, added: NewFactor): Promise<Mail | undefined> {
    const { kind, accountId, email, factor } = added;
    if (!(await this.factors.isUntrusted(accountId, factor))) return undefined;
    const subject = { email, account, content: added };
    const link = this.links.emailRestoration(
      await this.tokens.create('factor-restoration', subject),
    );
    const { name, languageCode } = account;
    return { to: email, languageCode, kind, values: { name, link } };
  }

  private async requestVerification(account: Account): Promise<void> {
    try {
      await this.requests.verification(account);
    } catch (error) {
      // The address has reached its daily limit.
      if (!(error instanceof RateLimitedError)) throw error;
    }
  }

  /** Returns a notice to the owner, or undefined if the address is not verified. */
  private async toVerified(
    kind: Exclude<Notice, 'account-deleted'>,
    id: string,
  ): Promise<Mail | undefined> {
    const account = await this.find(id);
    if (!account || !(await this.verifiedEmails.verifiedAt(account))) return undefined;
    const { name } = account;
    const { forgotPassword: link } = this.links;
    if (kind !== 'recovery-used') return { ...toOwner(account), kind, values: { name, link } };
    const { recoveryCodes: count } = await this.factors.status(id);
    return { ...toOwner(account), kind, values: { name, link, count } };
  }

  /** Returns undefined if the removal has ended, or the address cannot stop it any more or already has the mail. */
  private async factorRemoval(
    request: FactorRemovalRequest | undefined,
  ): Promise<Mail | undefined> {
    if (!request) return undefined;
    const { accountId, email, removal: id } = request;
    const [account, removal] = [await this.find(accountId), await this.removals.find(accountId)];
    const digest = emailDigest(email);
    if (!account || removal?.id !== id || removal.mailedTo.includes(digest)) return undefined;
    const addresses = withRight(await this.verifiedEmails.of(accountId));
    if (!addresses.some((each) => each.email === email)) return undefined;
    const token = await this.tokens.create('factor-removal', {
      ...{ email, account },
      content: { removal: id },
    });
    const { name, languageCode } = account;
    const link = this.links.stopFactorRemoval(token);
    const sent = () => this.removals.recordMail(accountId, id, digest, factorRemovalMs);
    return { to: email, languageCode, kind: 'factor-removal', values: { name, link }, sent };
  }

  /** Completes a request of an earlier release. */
  private async presentAddress(accountId: string): Promise<FactorRemovalRequest | undefined> {
    const [account, removal] = [await this.find(accountId), await this.removals.find(accountId)];
    return account && removal
      ? { accountId, email: account.email, removal: removal.id }
      : undefined;
  }

  private async verification(account: Account): Promise<Mail> {
    const { name, email } = account;
    const token = await this.tokens.create('verification', { email, account });
    const link = this.links.verification(token);
    return {
      ...toOwner(account),
      kind: 'verification',
      values: { name, link, hours: toHours('verification') },
    };
  }

  /**
   * Goes to the address of an account that never verified one. Another person may have registered the account, so the
   * mail omits its name.
   */
  private async firstProof(account: Account, { returnTo }: Destination): Promise<Mail> {
    const { email } = account;
    const content = { returnTo };
    const token = await this.tokens.create('first-proof', { email, account, content });
    const link = this.links.passwordReset(token);
    return {
      ...toOwner(account),
      kind: 'first-proof',
      values: { name: '', link, hours: toHours('first-proof') },
    };
  }

  private async signUp(signUp: SignUp): Promise<Mail | undefined> {
    const { email, name } = signUp;
    const address = await this.findAddress(email);
    const requested = requestedMails[address.standing].signUp;
    if (requested !== 'sign-up') return this.ofOwner(requested, address, signUp);
    const token = await this.tokens.create('sign-up', { email, content: signUp });
    const link = this.links.signUp(token);
    const languageCode = signUp.language_code;
    return {
      to: email,
      languageCode,
      kind: 'sign-up',
      values: { name, link, hours: toHours('sign-up') },
    };
  }

  /** Returns undefined for an address without an account, since anybody can enter a stranger's address. */
  private async passwordReset(request: PasswordResetRequest): Promise<Mail | undefined> {
    const address = await this.findAddress(request.email);
    return this.ofOwner(requestedMails[address.standing].reset, address, request);
  }

  private async ofOwner(
    kind: Exclude<RequestedMail, 'sign-up'>,
    { account, left }: Address,
    { returnTo }: Destination,
  ): Promise<Mail | undefined> {
    if (!account) return undefined;
    const { email, name } = account;
    switch (kind) {
      case 'password-reset': {
        const content = { returnTo };
        const token = await this.tokens.create(kind, { email, account, content });
        const link = this.links.passwordReset(token);
        return { ...toOwner(account), kind, values: { name, link, minutes: toHours(kind) * 60 } };
      }
      case 'first-proof':
        return this.firstProof(account, { returnTo });
      case 'email-restoration':
        return this.restoration(account, left!);
      case 'sign-up-taken':
        // The address may belong to another person, so the mail omits the owner's name.
        return { ...toOwner(account), kind, values: { name: '', link: this.links.signIn } };
      case undefined:
        return undefined;
    }
  }

  /** Finds the account that has an email or had it before, and the standing of the email. */
  private async findAddress(email: string): Promise<Address> {
    const account = await this.accounts.findByEmail(email);
    const standing = account
      ? getStanding(account, await this.verifiedEmails.of(account.id))
      : 'unknown';
    if (account && (standing === 'verified' || standing === 'unproved'))
      return { standing, account };
    // The account may have changed to another mailbox that counts as the same email.
    const left = await this.verifiedEmails.findLeft(email);
    const owner = left ? await this.find(left.accountId) : undefined;
    if (left && owner) return { standing: 'left', account: owner, left: left.email };
    return { standing, account: account ?? undefined };
  }

  /**
   * Goes to the address that the change replaced, if it was verified and is not restored. A few mails a day suffice,
   * since earlier links also work for later changes.
   */
  private async emailChanged(
    account: Account,
    { revision: replacedBy }: AccountEvent,
  ): Promise<Mail | undefined> {
    const replaced = withRight(await this.verifiedEmails.of(account.id)).find(
      (each) => each.replacedBy === replacedBy,
    );
    return replaced
      ? this.countedRestoration(account, replaced)
      : this.emailPending(account, replacedBy);
  }

  /** Goes to the address that can undo changes now, because addresses verified before it are forgotten. */
  private async emailNext(id: string): Promise<Mail | undefined> {
    const account = await this.find(id);
    const next = account && restorable(await this.verifiedEmails.of(id));
    return next && this.countedRestoration(account, next);
  }

  private async countedRestoration(
    account: Account,
    { email }: VerifiedEmail,
  ): Promise<Mail | undefined> {
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
    const token = await this.tokens.create('email-restoration', {
      ...{ email, account },
      content: { email },
    });
    const { name, languageCode, email: newEmail } = account;
    const link = this.links.emailRestoration(token);
    const values = { name, newEmail, link, days: toHours('email-restoration') / 24 };
    return { to: email, languageCode, kind: 'email-changed', values };
  }

  /**
   * Goes to the owner of an account whose client has set another address. A verified address receives a link that
   * adopts the other one.
   */
  private async emailPending(account: Account, revision: number): Promise<Mail | undefined> {
    const { email, name, pendingEmail } = account;
    // Only for the latest change, because the link adopts the address that it names.
    if (pendingEmail === null || account.revision < revision) return undefined;
    if (!(await this.verifiedEmails.verifiedAt(account))) return this.emailLeft(account.id, email);
    const sent = await this.countedChange(email);
    if (!sent) return undefined;
    const token = await this.tokens.create('email-adoption', {
      ...{ email, account },
      content: { email: pendingEmail },
    });
    const link = this.links.emailAdoption(token);
    const values = { name, newEmail: pendingEmail, link, hours: toHours('email-adoption') };
    return { ...toOwner(account), kind: 'email-pending', values, sent };
  }

  /** Goes to an address that was never verified. Its reader may be anybody, so it says nothing about the account. */
  private async emailLeft(id: string, email: string): Promise<Mail | undefined> {
    const account = await this.find(id);
    const owner = await this.accounts.findByEmail(email);
    // The owner of the address may have proved it by now, with their own account.
    if (!account || (owner && owner.id !== id)) return undefined;
    const { languageCode } = account;
    const sent = await this.countedChange(email);
    return sent && { to: email, languageCode, kind: 'email-left', values: {}, sent };
  }

  private async applicationAuthorized(
    account: Account,
    { data }: AccountEvent<'grant.created'>,
  ): Promise<Mail | undefined> {
    const application = await this.applications.findName(data.application_id);
    if (application === undefined) return undefined;
    const values = { name: account.name, application, link: this.links.grants };
    return { ...toOwner(account), kind: 'application-authorized', values };
  }

  private async find(id: string): Promise<Account | undefined> {
    try {
      return await this.accounts.get(id);
    } catch (error) {
      if (error instanceof AccountNotFoundError) return undefined;
      throw error;
    }
  }

  private opened<T>(sealed: string, queue: string): T {
    const opened = this.seal.open(Buffer.from(sealed, 'base64'), queue);
    if (opened === undefined) throw new Error('No secret key opens the request for a mail.');
    return JSON.parse(opened) as T;
  }
}

/** The lifetime of a mailed link in hours. */
function toHours(purpose: LinkPurpose): number {
  return links[purpose].lifetimeMs / 3_600_000;
}

function accountDeleted({ email, ...owner }: DeletedAccount): Mail {
  const { languageCode, name } = owner;
  return { to: email, languageCode, kind: 'account-deleted', values: { name } };
}

function toOwner({ email, languageCode }: Account) {
  return { to: email, languageCode };
}
