import { Injectable } from '@nestjs/common';
import { sourceKey } from '../../../access/rate-limits/rate-limit-keys.js';
import { TokenSeal } from '../../../access/sealing/token-seal.js';
import { newIdentifier } from '../../../database/identifier.js';
import { PrismaService } from '../../../database/prisma.service.js';
import { RateLimitsService } from '../../../limits/rate-limits.service.js';
import { hashToken, newAccessToken } from '../../../principals/access-token.js';
import { ConsoleCookies, keptFormLifetimeSeconds } from '../browser/console-cookies.js';
import type { KeptForm } from './kept-form.js';
import { readKeptFormId, withKeptFormId } from '../browser/return-to.js';

/** The request that sent the form or opens its page. */
export interface KeptFormRequest {
  readonly ip?: string;
  readonly headers: { readonly cookie?: string };
}

/**
 * Stores forms that were not accepted, in the table of the sent forms. The address of a form's page contains the form's
 * id. So a form survives every step of a sign-in, and each tab has its own. Only the browser that sent a form can open
 * it, with a token in a cookie: a link must not show values as if its reader had entered them.
 */
@Injectable()
export class KeptFormsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly seal: TokenSeal,
    private readonly cookies: ConsoleCookies,
    private readonly limits: RateLimitsService,
  ) {}

  /**
   * Stores a form in place of the one that its page showed again. Returns the address of the page that shows it.
   *
   * @throws RateLimitedError, because visitors need no account to fill the database
   */
  async keep({ ip = '' }: KeptFormRequest, response: unknown, form: KeptForm): Promise<string> {
    await this.limits.consume('forms.kept', sourceKey(ip));
    const [id, token] = [newIdentifier(), newAccessToken()];
    const lifetimeMs = keptFormLifetimeSeconds * 1_000;
    const sealed = this.seal.sealText(form, token, lifetimeMs);
    const expiresAt = new Date(Date.now() + lifetimeMs);
    await this.prisma.sentForm.create({ data: { hash: hashToken(token), sealed, expiresAt } });
    this.end(response, form.page);
    this.cookies.setForm(response, id, token);
    return withKeptFormId(form.page, id);
  }

  /** Returns the form that the address of a page names, if this browser sent it from that page. */
  async find(request: KeptFormRequest, location: string): Promise<KeptForm | undefined> {
    const id = readKeptFormId(location);
    const token = id === undefined ? undefined : this.cookies.form(request, id);
    if (token === undefined) return undefined;
    const found = await this.prisma.sentForm.findUnique({ where: { hash: hashToken(token) } });
    const form = found?.sealed && this.seal.openText<KeptForm>(found.sealed, token);
    return form && withoutQuery(form.page) === withoutQuery(location) ? form : undefined;
  }

  /** Ends the form that the address of a page names, so that the page no longer shows it. */
  end(response: unknown, location: string): void {
    const id = readKeptFormId(location);
    if (id !== undefined) this.cookies.setForm(response, id, null);
  }
}

function withoutQuery(location: string): string {
  return location.replace(/\?.*/s, '');
}
