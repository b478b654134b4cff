import { Injectable, type OnModuleInit } from '@nestjs/common';
import { addressKey } from '../access/rate-limits/rate-limit-keys.js';
import { FactorRemovalsRepository } from '../access/factors/factor-removals.repository.js';
import { FactorsService } from '../access/factors/factors.service.js';
import { TokenSeal } from '../access/tokens/token-seal.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { emailKey } from '../accounts/email-key.js';
import { VerifiedEmailsRepository } from '../accounts/verified-emails.repository.js';
import { ApplicationsService } from '../applications/applications.service.js';
import { mailRequested } from '../access/changes/change-declarations.js';
import type { Account } from '../database/records.js';
import { AccountNotFoundError } from '../errors/error-registry.js';
import type { AccountEvent } from '../events/account-event.js';
import type { EventSubscriber } from '../events/account-event.subscriber.js';
import { EventsService } from '../events/events.service.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import type { SignUp } from './confirmed-sign-up.service.js';
import { emailDigest, factorRemovalMs } from './email-token.js';
import { EmailTokensService } from './email-tokens.service.js';
import { MailLinks } from './mail-links.js';
import {
  mailSubscription,
  queueOf,
  type FactorChange,
  type FactorRemovalRequest,
  type MailRequest,
  type PasswordResetRequest,
} from './mail-request.js';
import { mostMailsInFlight } from '../mail/mail.transport.js';
import { Mailer, type Mail } from '../mail/mailer.js';

/**
 * Sends the mails that events ask for: of what happened to accounts, and of requests for links. Everything is looked up
 * when the mail is sent, so that none goes to an address that has been changed or deleted meanwhile.
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
  readonly mostInFlight = mostMailsInFlight;

  constructor(
    private readonly events: EventsService,
    private readonly accounts: AccountsService,
    private readonly applications: ApplicationsService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly tokens: EmailTokensService,
    private readonly factors: FactorsService,
    private readonly removals: FactorRemovalsRepository,
    private readonly limits: RateLimitsService,
    private readonly links: MailLinks,
    private readonly seal: TokenSeal,
    private readonly mailer: Mailer,
  ) {}

  onModuleInit(): void {
    this.events.add(this);
  }

  async take(event: AccountEvent): Promise<void> {
    const mail = await this.mailOf(event);
    if (!mail) return;
    await this.mailer.send(mail, event.id);
    await mail.sent?.();
  }

  private async mailOf(event: AccountEvent): Promise<Mail | undefined> {
    const type: string = event.type;
    if (type === mailRequested) return this.requested(event);
    if (type === 'account.deleted') {
      return void (await this.events.forgetParked(this.name, event.account_id));
    }
    const account = await this.find(event.account_id);
    if (!account) return undefined;
    if (type === 'email.changed') return this.emailChanged(account, event);
    // An address that was not verified may be that of another person.
    if (!(await this.verifiedEmails.verifiedAt(account))) return undefined;
    if (type === 'password.changed') {
      const { forgotPassword: link } = this.links;
      return {
        ...toOwner(account),
        kind: 'password-changed',
        values: { name: account.name, link },
      };
    }
    return this.applicationAuthorized(account, event);
  }

  private async requested({ account_id: queue, data }: AccountEvent): Promise<Mail | undefined> {
    const request = data as MailRequest;
    switch (request.kind) {
      case 'verification': {
        const account = await this.find(queue);
        if (!account || queueOf(account.email) !== request.address) return undefined;
        return this.verification(account);
      }
      case 'factor-added':
      case 'factor-removed':
      case 'passkey-added':
      case 'passkey-removed':
      case 'recovery-used':
        return this.factorChanged(request.kind, queue);
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
    }
  }

  private async factorChanged(
    kind: Exclude<FactorChange, 'factor-removal'>,
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

  /** None where the removal has been stopped or made, the address has no right any more, or has the mail already. */
  private async factorRemoval(
    request: FactorRemovalRequest | undefined,
  ): Promise<Mail | undefined> {
    if (!request) return undefined;
    const { accountId, email, removal: id } = request;
    const [account, removal] = [await this.find(accountId), await this.removals.find(accountId)];
    const digest = emailDigest(email);
    if (!account || removal?.id !== id || removal.mailedTo.includes(digest)) return undefined;
    if (!(await this.verifiedEmails.withRight(accountId)).includes(email)) return undefined;
    const token = await this.tokens.create('factor-removal', {
      ...{ email, account },
      content: { removal: id },
    });
    const { name, languageCode } = account;
    const link = this.links.stopFactorRemoval(token);
    const sent = () => this.removals.recordMail(accountId, id, digest, factorRemovalMs);
    return { to: email, languageCode, kind: 'factor-removal', values: { name, link }, sent };
  }

  /** What a request of an earlier release is about. */
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
    return { ...toOwner(account), kind: 'verification', values: { name, link, hours: 24 } };
  }

  /**
   * To the address of an account that never had a verified one. The account may be one that another person has
   * registered, so the mail does not have its name. None to an address that a token has set: its thief could set their own.
   */
  private async firstProof(account: Account): Promise<Mail | undefined> {
    if (account.emailByToken) return undefined;
    const { email } = account;
    const token = await this.tokens.create('first-proof', { email, account });
    const link = this.links.passwordReset(token);
    return { ...toOwner(account), kind: 'first-proof', values: { name: '', link, hours: 24 } };
  }

  private async signUp(signUp: SignUp): Promise<Mail | undefined> {
    const { email, name } = signUp;
    const owner = await this.accounts.findByEmail(email);
    const isVerified = owner && (await this.verifiedEmails.verifiedAt(owner));
    if (owner && !isVerified && !(await this.verifiedEmails.hasAny(owner.id))) {
      return this.firstProof(owner);
    }
    // An account that has left a verified address for this one, and not proved it, yields it to the visitor.
    if (isVerified) {
      // The address may be that of another person, who does not learn the name of the owner.
      const values = { name: '', link: this.links.signIn };
      return { ...toOwner(owner), kind: 'sign-up-taken', values };
    }
    const token = await this.tokens.create('sign-up', { email, content: signUp });
    const link = this.links.signUp(token);
    const languageCode = signUp.language_code;
    return { to: email, languageCode, kind: 'sign-up', values: { name, link, hours: 24 } };
  }

  /** None for an address without an account: anybody can enter the address of a stranger. */
  private async passwordReset({ email }: PasswordResetRequest): Promise<Mail | undefined> {
    const account = await this.accounts.findByEmail(email);
    if (!account) {
      const left = await this.verifiedEmails.findRestorableByKey(emailKey(email));
      if (!left) return undefined;
      return this.restoration(await this.accounts.get(left.accountId), left.email);
    }
    if (!(await this.verifiedEmails.verifiedAt(account))) {
      // An account that has left a verified address is recovered by that one.
      if (await this.verifiedEmails.hasAny(account.id)) return undefined;
      return this.firstProof(account);
    }
    const { name } = account;
    const token = await this.tokens.create('password-reset', {
      email: account.email,
      account,
    });
    const link = this.links.passwordReset(token);
    return { ...toOwner(account), kind: 'password-reset', values: { name, link, minutes: 30 } };
  }

  /**
   * Goes to the address that the change replaced, where it was verified and is not back. A few a day are enough, since
   * the links of earlier ones work for later changes.
   */
  private async emailChanged(
    account: Account,
    { revision: replacedBy }: AccountEvent,
  ): Promise<Mail | undefined> {
    const replaced = await this.verifiedEmails.findReplaced(account.id, replacedBy);
    if (!replaced) return this.emailPending(account, replacedBy);
    const { email } = replaced;
    const sent = await this.countedChange(email);
    return sent && { ...(await this.restoration(account, email)), sent };
  }

  /** Where the limit permits another mail about a changed address: counts it, once it is sent. */
  private async countedChange(email: string): Promise<(() => Promise<unknown>) | undefined> {
    const key = addressKey('email-changed', queueOf(email));
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
    const values = { name, newEmail, link, days: 7 };
    return { to: email, languageCode, kind: 'email-changed', values };
  }

  /**
   * Goes to the owner of an account for which a client has set another address: a verified one gets a link by which the
   * owner adopts the other.
   */
  private async emailPending(account: Account, revision: number): Promise<Mail | undefined> {
    const { email, name, pendingEmail } = account;
    // Only the latest change: a link adopts the address that it names.
    if (pendingEmail === null || account.revision < revision) return undefined;
    if (!(await this.verifiedEmails.verifiedAt(account))) return this.emailLeft(account.id, email);
    const sent = await this.countedChange(email);
    if (!sent) return undefined;
    const token = await this.tokens.create('email-adoption', {
      ...{ email, account },
      content: { email: pendingEmail },
    });
    const link = this.links.emailAdoption(token);
    const values = { name, newEmail: pendingEmail, link, hours: 24 };
    return { ...toOwner(account), kind: 'email-pending', values, sent };
  }

  /** Tells the reader of an address that was never verified, who may be anybody: so it says nothing about the account. */
  private async emailLeft(id: string, email: string): Promise<Mail | undefined> {
    const account = await this.find(id);
    if (!account) return undefined;
    const { languageCode } = account;
    const sent = await this.countedChange(email);
    return sent && { to: email, languageCode, kind: 'email-left', values: {}, sent };
  }

  private async applicationAuthorized(
    account: Account,
    { data }: AccountEvent,
  ): Promise<Mail | undefined> {
    const application = await this.applications.nameOf(data.application_id!);
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

function toOwner({ email, languageCode }: Account) {
  return { to: email, languageCode };
}
