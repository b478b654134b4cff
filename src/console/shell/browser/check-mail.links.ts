import { Injectable } from '@nestjs/common';
import { TokenSeal } from '../../../access/sealing/token-seal.js';
import type { CodeForm } from '../../../email-flows/links/email-codes.service.js';
import { NotFoundError } from '../../../errors/error-registry.js';
import type { MessageKey } from '../../../language/catalogues/index.js';
import { redirect, type Redirect } from './page-response.js';

const context = 'check mail';

/** How long the link to the page is valid. */
const shownMs = 24 * 60 * 60_000;

/** How long the browser waits before it requests the mail again. */
const repeatSeconds = 60;

export interface CheckMail {
  purpose: CodeForm;
  /** The address that was entered. */
  email: string;
  returnTo?: string | undefined;
  /** The id of the request for the mail. */
  codeRequest?: string | undefined;
  /** In milliseconds since 1970. */
  requestedAt?: number | undefined;
}

/** Links to the page that shows the address of a mail. The address is sealed, to keep it out of the browser history. */
@Injectable()
export class CheckMailLinks {
  constructor(private readonly seal: TokenSeal) {}

  /** Redirects a browser that has requested a mail. */
  redirect(mail: CheckMail & { codeRequest: string }, notice?: MessageKey): Redirect {
    const content: CheckMail = { ...mail, email: mail.email.trim(), requestedAt: Date.now() };
    const to = this.seal.sealText(content, context, shownMs);
    const { codeRequest } = mail;
    return redirect(`/console/check-mail?to=${to}`, notice, { codeRequest });
  }

  /** @throws NotFoundError for a link that has expired, or is malformed */
  content(to: string): CheckMail {
    const content = this.seal.openText<CheckMail>(to, context);
    if (!content) throw new NotFoundError();
    return content;
  }

  /** Returns the seconds until the browser can request the mail again. Links of earlier versions have no time. */
  waitSeconds({ requestedAt = 0 }: CheckMail): number {
    const passed = Math.floor((Date.now() - requestedAt) / 1000);
    return Math.min(repeatSeconds, Math.max(0, repeatSeconds - passed));
  }
}
