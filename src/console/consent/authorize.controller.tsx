import { Get, Post, Req } from '@nestjs/common';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import type { AuthorizationRequest } from '../../oauth/authorization-request.js';
import {
  AuthorizationsService,
  type AuthorizationResponse,
} from '../../oauth/authorizations.service.js';
import { csrfFields } from '../shell/components/form.js';
import { Confirmations, FactorRequirement } from '../shell/browser/confirmations.js';
import { SignInRequiredError } from '../shell/browser/console.errors.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toSource } from '../shell/browser/form-targets.js';
import { redirectTo, render } from '../shell/browser/page-response.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { ConsentPage, FormPostPage } from './consent.page.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';

/**
 * How long a second click receives the same code. A code that is sent again after its use revokes its tokens (RFC 6749
 * section 4.1.2).
 */
const keptMs = 5_000;

/** The authorization endpoint (RFC 6749 section 3.1), where applications send users for consent. */
@ConsolePages('oauth/authorize')
export class AuthorizeController {
  constructor(
    private readonly authorizations: AuthorizationsService,
    private readonly requirement: FactorRequirement,
    private readonly confirmations: Confirmations,
    private readonly address: PublicUrl,
  ) {}

  /**
   * Redirects to an application only after sign-in, even with errors. Any user can register an application, and a link
   * to this service must not open another site's pages (RFC 9700 section 4.11.2).
   */
  @Get()
  @OpenToAll()
  async ask(
    @Req() { url }: { url: string },
    @CurrentVisitor() { account, requester, session }: PageVisitor,
  ) {
    const returnTo = this.address.ofRequest(url);
    const [, query] = /\?(.*)$/.exec(url) ?? [];
    const entries = [...new URLSearchParams(query)];
    const { request, refusal } = await this.authorizations.read(entries);
    if (!account || !session) throw new SignInRequiredError(returnTo);
    if (!request) return respond(entries, refusal, returnTo);
    if (isToWrite(request)) await this.requirement.assert(account);
    if (await this.authorizations.isRemembered(account, request)) {
      const response = await this.authorizations.allow(account, request, requester, 'remembered');
      // A grant that was revoked since requires a new consent.
      if (response) return respond(entries, response, returnTo);
    }
    if (isToWrite(request)) await this.confirmations.assert({ account, session }, 'everyone');
    const { client: application, scope, parameters, redirectUri } = request;
    const destination = getDestination(request);
    const page = <ConsentPage {...{ application, scope, parameters, destination, returnTo }} />;
    return render(page, { formTargets: [toSource(redirectUri)] });
  }

  /** A user whose session has ended signs in and is asked again. */
  @Post()
  @OpenToAll()
  async answer(
    @CurrentVisitor() { account, requester, session }: PageVisitor,
    @FormBody() { decision, ...form }: FormParameters,
  ) {
    const entries = Object.entries(form).filter(
      (entry): entry is [string, string] => !csrfFields.includes(entry[0]),
    );
    const returnTo = this.address.path(`/oauth/authorize?${new URLSearchParams(entries)}`);
    const { request, refusal } = await this.authorizations.read(entries);
    if (!account || !session) throw new SignInRequiredError(returnTo);
    if (!request) return respond(entries, refusal, returnTo);
    if (decision !== 'allow') return respond(entries, this.authorizations.deny(request), returnTo);
    if (isToWrite(request)) {
      await this.requirement.assert(account);
      await this.confirmations.assert({ account, session }, 'everyone');
    }
    const response = await this.authorizations.allow(account, request, requester);
    return respond(entries, response, returnTo);
  }
}

/**
 * Redirects to the client with the response parameters (RFC 6749 section 3.1.2), or renders a form that the browser
 * posts to it (OAuth 2.0 Form Post Response Mode).
 */
function respond(
  request: readonly [string, string][],
  response: AuthorizationResponse | undefined,
  returnTo: string,
) {
  if (!response) throw new SignInRequiredError(returnTo);
  const { redirectUri, parameters } = response;
  const isForm = request.some(([name, value]) => name === 'response_mode' && value === 'form_post');
  if (!isForm) {
    const start = redirectUri.includes('?') ? '&' : '?';
    const location = `${redirectUri}${start}${new URLSearchParams(parameters)}`;
    return redirectTo(location, undefined, { keptMs });
  }
  const destination = getDestination(response);
  return render(<FormPostPage {...{ redirectUri, destination, parameters }} />, {
    formTargets: [toSource(redirectUri)],
    keptMs,
  });
}

/** Returns the host, or the scheme of an app, that the user is redirected to. */
function getDestination({ redirectUri }: Pick<AuthorizationRequest, 'redirectUri'>): string {
  const { host, protocol } = new URL(redirectUri);
  return host || protocol.slice(0, -1);
}

/** Whether the request asks for a token that can change the account. An unattended browser must not grant one. */
const isToWrite = ({ scope }: AuthorizationRequest) => scope.includes('account:write');
