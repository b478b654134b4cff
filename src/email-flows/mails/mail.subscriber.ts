import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TokenSeal } from '../../access/sealing/token-seal.js';
import type { NewBrowser } from '../../access/sessions/sessions.service.js';
import type { AuditEvent } from '../../database/records.js';
import type { AccountEvent } from '../../events/account-event.js';
import type { EventSubscriber } from '../../events/account-event.subscriber.js';
import { mailRequested } from '../../events/event-deliveries.repository.js';
import { EventsService } from '../../events/events.service.js';
import { ParkedEventsRepository } from '../../events/parked-events.repository.js';
import { maxMailsInFlight } from '../../mail/mail.transport.js';
import { Mailer, RefusedMailError, type Mail } from '../../mail/mailer.js';
import { AddressMails } from './address-mails.js';
import {
  mailSubscription,
  type DeletedAccount,
  type FactorRemovalRequest,
  type MailRequest,
  type PasswordResetRequest,
  type SignUpAgain,
  type SignUpRequest,
} from './mail-request.js';
import { OwnerNotices } from './owner-notices.js';

/**
 * Sends mails for events: notices about accounts, and requested links. Looks everything up when the mail is sent, so
 * that no mail goes to an address that was changed or deleted in the meantime.
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
    'grant.updated',
  ];
  readonly maxInFlight = maxMailsInFlight;

  constructor(
    private readonly events: EventsService,
    private readonly parked: ParkedEventsRepository,
    private readonly addresses: AddressMails,
    private readonly notices: OwnerNotices,
    private readonly seal: TokenSeal,
    private readonly mailer: Mailer,
  ) {}

  onModuleInit(): void {
    this.events.add(this);
  }

  async handle(event: AccountEvent): Promise<AuditEvent | undefined> {
    const mail = await this.createMail(event);
    if (!mail) return undefined;
    const outcome = await this.mailer.send(mail, event.id);
    await mail.sent?.();
    return outcome;
  }

  async record(outcome: AuditEvent | Error | undefined): Promise<void> {
    const event = outcome instanceof RefusedMailError ? outcome.outcome : outcome;
    if (event && !(event instanceof Error)) await this.mailer.record(event);
  }

  private async createMail(event: AccountEvent): Promise<Mail | undefined> {
    const { account_id: id, revision } = event;
    const type: string = event.type;
    if (type === mailRequested) return this.requested(id, event.data as MailRequest);
    if (type === 'account.deleted') return void (await this.parked.deleteForAccount(this.name, id));
    if (type === 'email.changed') return this.addresses.emailChanged(id, revision);
    if (type === 'password.changed') return this.notices.toVerified('password-changed', id);
    if (event.type !== 'grant.created' && event.type !== 'grant.updated') return undefined;
    return this.notices.applicationAuthorized(id, event.data.application_id);
  }

  private async requested(queue: string, request: MailRequest): Promise<Mail | undefined> {
    const { addresses, notices } = this;
    switch (request.kind) {
      case 'verification':
        return addresses.verification(queue, request.address, request.codeRequest);
      case 'account-deleted':
        return request.sealed === undefined
          ? undefined
          : accountDeleted(queue, this.opened(request.sealed, queue));
      case 'factor-added':
      case 'passkey-added':
        return notices.factorAdded(request.kind, queue, request.factor);
      case 'factor-removed':
      case 'passkey-removed':
      case 'recovery-used':
        return notices.toVerified(request.kind, queue);
      case 'new-browser':
        return notices.newBrowser(queue, this.opened<NewBrowser>(request.sealed!, queue));
      case 'factor-restoration':
        return notices.factorRestoration(request.added, request.accountId, request.factor);
      case 'factor-removal':
        return notices.factorRemoval(
          request.sealed === undefined
            ? await notices.presentAddress(queue)
            : this.opened<FactorRemovalRequest>(request.sealed, queue),
        );
      case 'sign-up':
        return addresses.signUp(this.opened<SignUpRequest>(request.sealed, queue));
      case 'sign-up-again':
        return addresses.signUpAgain(this.opened<SignUpAgain>(request.sealed, queue));
      case 'password-reset':
        return addresses.passwordReset(this.opened<PasswordResetRequest>(request.sealed, queue));
      case 'email-left':
        return addresses.emailLeft(queue, request.address);
      case 'email-next':
        return addresses.emailNext(queue);
      default:
        return request satisfies never;
    }
  }

  private opened<T>(sealed: string, queue: string): T {
    const opened = this.seal.openJson<T>(sealed, queue);
    if (opened === undefined) throw new Error('No secret key opens the request for a mail.');
    return opened;
  }
}

function accountDeleted(accountId: string, deleted: DeletedAccount): Mail {
  const { email: to, languageCode, name } = deleted;
  return { to, accountId, languageCode, kind: 'account-deleted', values: { name } };
}
