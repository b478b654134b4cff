import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { startDeadline } from '../../../access/authentication/request-deadline.js';
import { accountKey } from '../../../access/rate-limits/rate-limit-keys.js';
import { PasswordHasher } from '../../../access/passwords/password-hasher.js';
import { wrapUnexpected } from '../../../errors/host-error.js';
import { ResponseHeaders } from '../../../http/headers/response-headers.js';
import { requestForm, requestFormEntries } from '../../../http/input/form-body.js';
import { routeMetadata } from '../../../request/route-metadata.js';
import { PublicUrl } from '../../../http/urls/public-url.js';
import type { RateLimitPolicyName } from '../../../limits/rate-limit.policies.js';
import { RateLimitsService } from '../../../limits/rate-limits.service.js';
import { Languages } from '../../../language/languages.js';
import type { Language } from '../../../language/language.js';
import type { Account } from '../../../database/records.js';
import { Confirmations, ConfirmFirst } from './confirmations.js';
import { ConsoleCookies } from './console-cookies.js';
import { keptForm } from '../forms/kept-form.js';
import { KeptFormsRepository } from '../forms/kept-forms.repository.js';
import { FormLimit, PageLimit } from './page-limit.js';
import { pageLocation, readClientParameter, safeReturnTo, withReturnTo } from './return-to.js';
import {
  GetInsteadError,
  PageFormExpiredError,
  PageReplacedError,
  SignInRequiredError,
} from './console.errors.js';
import { assertShort } from '../../../oauth/authorizations/authorization-request.js';
import { isIdentifier } from '../../../database/identifier.js';
import { isWellFormedToken } from '../../../principals/access-token.js';
import { BrowsersService } from '../../../sign-in/browsers.service.js';
import { sentFormSlot, SentFormsRepository } from '../forms/sent-forms.repository.js';
import { isCsrfToken, rememberVisitor, type Visitor } from './visitor.js';

/** Repeats a form of another site as a GET request (OpenID Connect Core section 3.1.2.1). Its cookies are not read. */
export const FormsOfClients = Reflector.createDecorator<void>();

/** Opens a page to every visitor, signed in or not. */
export const OpenToAll = Reflector.createDecorator<void>();

interface PageRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: {
    readonly cookie?: string;
    readonly 'accept-language'?: string;
    readonly 'sec-fetch-site'?: string;
  };
}

/**
 * Finds the visitor of a page. Accepts forms only from a page of the same browser. Requires a sign-in, and a recent
 * confirmation for routes with `ConfirmFirst`. Counts forms with `PageLimit`.
 */
@Injectable()
export class PageGuard implements CanActivate {
  constructor(
    private readonly cookies: ConsoleCookies,
    private readonly browsers: BrowsersService,
    private readonly confirmations: Confirmations,
    private readonly languages: Languages,
    private readonly publicUrl: PublicUrl,
    private readonly headers: ResponseHeaders,
    private readonly hasher: PasswordHasher,
    private readonly limits: RateLimitsService,
    private readonly forms: SentFormsRepository,
    private readonly keptForms: KeptFormsRepository,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<PageRequest>();
    const response = http.getResponse<unknown>();
    startDeadline(request, this.hasher);
    this.headers.identify(request, response);
    const isForm = request.method === 'POST';
    const targets = [context.getHandler(), context.getClass()];
    if (isForm && routeMetadata.getAllAndOverride(FormsOfClients, targets) !== undefined) {
      const entries = [...requestFormEntries(context)];
      if (!entries.some(([name]) => name === 'csrf_token')) {
        assertShort(entries);
        const [path] = this.publicUrl.ofRequest(request.url).split('?');
        throw new GetInsteadError(`${path}?${new URLSearchParams(entries)}`);
      }
    }
    const visitor = await this.visitor(request).catch(wrapUnexpected);
    const location = this.publicUrl.ofRequest(request.url);
    if (!isForm) this.assertNotReplaced(location, visitor);
    const address = { reader: visitor.account?.id ?? '', location };
    const isOpen = routeMetadata.getAllAndOverride(OpenToAll, targets) !== undefined;
    const isLetIn = isOpen || visitor.account !== undefined;
    // HEAD shows no notice, and a form redirects to another page.
    const isShown = request.method === 'GET' && isLetIn;
    const again = isShown
      ? await this.keptForms.find(request, location).catch(wrapUnexpected)
      : undefined;
    const form = again && ['', address.reader].includes(again.reader) ? again.values : undefined;
    const notice =
      (isShown ? this.cookies.takeNotice(request, response, address) : undefined) ??
      (again?.isExpired
        ? ({ key: form || !visitor.account ? 'form_expired' : 'notice.other_account' } as const)
        : undefined);
    const sent = isForm ? requestForm(context) : undefined;
    const page = sent
      ? safeReturnTo(sent.form_page, this.publicUrl)
      : pageLocation(location, this.publicUrl);
    const kept = sent && page !== undefined ? keptForm(sent, page) : undefined;
    const parameters = new URLSearchParams(/\?(.*)$/.exec(location)?.[1]);
    const [asked, ...others] = sent ? [sent.return_to] : parameters.getAll('return_to');
    const returnTo = others.length > 0 ? undefined : safeReturnTo(asked, this.publicUrl);
    const chosen = sent ? sent.method : parameters.get('method');
    const method = chosen ?? form?.method;
    const details = { notice, form, location: page, sent: kept, returnTo, method };
    const language = this.getClientLanguage(request, visitor, returnTo ?? location);
    const count = (limit: typeof PageLimit) =>
      this.count(visitor, routeMetadata.getAllAndOverride(limit, targets));
    rememberVisitor(request, {
      ...{ ...visitor, language, ...details },
      count: () => count(FormLimit),
    });

    if (sent) {
      const site = request.headers['sec-fetch-site'] ?? 'none';
      if (!['same-origin', 'none'].includes(site) || !isCsrfToken(visitor, sent.csrf_token)) {
        // Never show values from another site as if the user had entered them.
        throw new PageFormExpiredError(site === 'same-origin' ? kept : undefined);
      }
    }
    const assertLetIn = async () => {
      if (!isLetIn) throw new SignInRequiredError(isForm ? page : location, kept);
      const rule = routeMetadata.getAllAndOverride(ConfirmFirst, targets);
      const { account, session } = visitor;
      if (rule && account && session) {
        await this.confirmations.assert({ account, session }, rule).catch(wrapUnexpected);
      }
    };
    const assertAccepted = async () => {
      await assertLetIn();
      if (sent) await count(PageLimit).catch(wrapUnexpected);
    };
    // A page of an earlier release has no id.
    if (!sent || !isIdentifier(sent.form_id ?? '')) await assertAccepted();
    else {
      const form = await this.forms.begin(visitor.token, location, sent).catch(wrapUnexpected);
      // A form that ended its own session redirects, which is harmless. A stored page may show a secret.
      if (form.response && 'html' in form.response) await assertLetIn();
      if (!form.response) {
        await assertAccepted().catch(async (error: unknown) => {
          await this.forms.forget(form).catch(() => undefined);
          throw error;
        });
      }
      sentFormSlot.set(request, form);
    }
    return true;
  }

  /** @throws PageReplacedError if a page of the host replaces this one */
  private assertNotReplaced(
    location: string,
    { account, pendingSignIn }: Pick<Visitor, 'account' | 'pendingSignIn'>,
  ): void {
    const [pathname = '', query] = location.split('?', 2);
    const hostPage = this.publicUrl.findHostPage(pathname);
    if (!hostPage) return;
    const { name, path } = hostPage;
    const parameters = new URLSearchParams(query);
    const token = parameters.get('token');
    if (token !== null && isWellFormedToken(token)) {
      throw new PageReplacedError(`${path}#token=${token}`);
    }
    // These pages redirect visitors who have already completed their step.
    const isDone = name === 'secondFactor' ? pendingSignIn === undefined : account !== undefined;
    if (isDone && name !== 'forgotPassword') return;
    const [returnTo, ...others] = parameters.getAll('return_to');
    const page = others.length > 0 ? undefined : safeReturnTo(returnTo, this.publicUrl);
    throw new PageReplacedError(withReturnTo(path, page));
  }

  private async count({ account }: Visitor, policy?: RateLimitPolicyName): Promise<void> {
    if (account && policy) await this.limits.consume(policy, accountKey(account.id));
  }

  private async visitor(request: PageRequest): Promise<Visitor> {
    const browser = await this.browsers.read(request);
    const { account = browser.suspendedSession?.account } = browser;
    return { ...browser, language: this.language(request, account) };
  }

  /** Returns the language that an OAuth client asks for, unless the user is known or has chosen one in this browser. */
  private getClientLanguage(request: PageRequest, visitor: Visitor, requested: string): Language {
    const { language, account } = visitor;
    const tags = readClientParameter(requested, 'ui_locales', this.publicUrl)
      ?.split(' ')
      .join(', ');
    if (!tags || account || this.cookies.language(request) !== undefined) return language;
    return this.languages.choose(tags, language.code);
  }

  /** Returns the language chosen in this browser, the one of the account, or the browser's own, in this order. */
  private language(request: PageRequest, account?: Account): Language {
    return (
      this.languages.get(this.cookies.language(request) ?? '') ??
      this.languages.get(account?.languageCode ?? '') ??
      this.languages.choose(request.headers['accept-language'], undefined)
    );
  }
}
