import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { AuditRecord } from '../audit/audit-event.js';
import { AuditTrail } from '../audit/audit-trail.js';
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
   * Sends a mail, and records the outcome in the audit trail.
   *
   * @param id the same in every attempt
   * @throws EventRejectedError if the server permanently refuses the mail; any other error leads to another attempt
   */
  async send({ to, accountId, languageCode, kind, values }: Mail, id: string): Promise<void> {
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
        await this.record({ ...outcome, event: 'mail.rejected', refusal: 'mail_unavailable' });
        throw new EventRejectedError(failure.message);
      }
      if (failure instanceof MailDelayedError) throw new EventDelayedError(failure.message);
      throw failure;
    }
    await this.record({ ...outcome, event: 'mail.sent' });
  }

  private async record(outcome: AuditRecord): Promise<void> {
    if (outcome.accountId !== null) await this.audit.record(outcome);
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
