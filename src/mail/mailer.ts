import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { AuditRecord } from '../audit/audit-event.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { AuditEvent } from '../database/records.js';
import { EventDelayedError, EventRejectedError } from '../events/account-event.subscriber.js';
import { byHost } from '../request/requester.js';
import { traced } from '../tracing/tracing.js';
import { mailOptionsToken, type MailOptions } from './mail.options.js';
import { MailDelayedError, MailRejectedError } from './mail.transport.js';
import { deliverableAddress, parseMailbox } from './mailbox.js';
import { smtpFailure } from './smtp-failure.js';
import type { MailKind, MailValues } from './mails/mail-values.js';
import { MailRenderer } from './mails/mail.renderer.js';

/** A mail to one address. */
export type Mail = { readonly [Kind in MailKind]: MailOf<Kind> }[MailKind];

interface MailOf<Kind extends MailKind> {
  readonly to: string;
  /** The account whose audit events tell the outcome; null for an address without an account. */
  readonly accountId: string | null;
  /** The code of the reader's language. */
  readonly languageCode: string;
  readonly kind: Kind;
  readonly values: MailValues[Kind];
  /** Called once the mail is sent. */
  readonly sent?: () => Promise<unknown>;
}

/** The outcome of an attempt: the mail server accepted the mail, refused it permanently, or another attempt follows. */
type MailOutcome = 'sent' | 'rejected' | 'failed';

/** The mail server permanently refused a mail. */
export class RefusedMailError extends EventRejectedError {
  /** @param outcome the audit event, if the mail is about an account */
  constructor(
    message: string,
    readonly outcome: AuditEvent | undefined,
  ) {
    super(message);
  }
}

@Injectable()
export class Mailer implements OnModuleInit, OnApplicationShutdown {
  /** The number of attempts since the start, by outcome. */
  readonly outcomes: Record<MailOutcome, number> = { sent: 0, rejected: 0, failed: 0 };

  constructor(
    @Inject(mailOptionsToken) private readonly options: MailOptions,
    private readonly renderer: MailRenderer,
    private readonly audit: AuditTrail,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.renderer.load();
  }

  /**
   * Sends a mail. Returns the audit event of the outcome if the mail is about an account, for {@link record}.
   *
   * @param id the same in every attempt
   * @throws RefusedMailError if the server permanently refuses the mail; any other error leads to another attempt
   */
  async send(
    { to, accountId, languageCode, kind, values }: Mail,
    id: string,
  ): Promise<AuditEvent | undefined> {
    const { from, transport } = this.options;
    const rendered = await this.renderer.render(kind, languageCode, values);
    const { subject, text, html, language } = rendered;
    const headers = automaticMailHeaders(language);
    const outcome = { accountId, members: [kind], requester: { ...byHost, requestId: id } };
    const messageId = `<${id}@${readDomain(from)}>`;
    try {
      await traced('send mail', { kind: 'client', attributes: { 'mail.kind': kind } }, async () =>
        transport.sendMail({ from, to, subject, text, html, messageId, headers }),
      );
      this.outcomes.sent++;
    } catch (error) {
      const failure = toFailure(error);
      this.outcomes[failure instanceof MailRejectedError ? 'rejected' : 'failed']++;
      if (failure instanceof MailRejectedError) {
        const refused = {
          ...outcome,
          event: 'mail.rejected',
          refusal: 'mail_unavailable',
        } as const;
        throw new RefusedMailError(failure.message, this.toEvent(refused));
      }
      if (failure instanceof MailDelayedError) throw new EventDelayedError(failure.message);
      throw failure;
    }
    return this.toEvent({ ...outcome, event: 'mail.sent' });
  }

  /** Writes the outcome of an attempt to the audit trail, with the event for subscribers. Idempotent. */
  async record(outcome: AuditEvent): Promise<void> {
    await this.audit.recordMail(outcome);
  }

  private toEvent(outcome: AuditRecord): AuditEvent | undefined {
    return outcome.accountId === null ? undefined : this.audit.toEvent(outcome);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.options.transport.close?.();
  }
}

/**
 * Converts errors of a host's own nodemailer transport, because they contain server responses that repeat addresses.
 */
function toFailure(error: unknown): unknown {
  const { responseCode }: { responseCode?: unknown } = error ?? {};
  return typeof responseCode === 'number' ? smtpFailure(error) : error;
}

function readDomain(from: string): string {
  const { address = '' } = parseMailbox(from) ?? {};
  return deliverableAddress(address)?.split('@')[1] ?? 'localhost';
}

/**
 * The headers of an automatic mail. They prevent vacation replies (RFC 3834 section 5), and tell mail programs its
 * language.
 *
 * @param language the BCP 47 tag of the text
 */
export function automaticMailHeaders(language: string): Readonly<Record<string, string>> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': language,
  };
}
