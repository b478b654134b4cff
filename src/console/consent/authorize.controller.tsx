import { Get, Post, Req } from '@nestjs/common';
import { authenticatedAt } from '../../access/sessions/sessions.service.js';
import {
  ConsentRequiredError,
  InteractionRequiredError,
  LoginRequiredError,
  RateLimitedError,
} from '../../errors/error-registry.js';
import type { Account } from '../../database/records.js';
import { AuthenticationError, type TranslatableError } from '../../errors/translatable.error.js';
import { FactorsService } from '../../factors/factors.service.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import type { AuthorizationRequest } from '../../oauth/authorizations/authorization-request.js';
import {
  AuthorizationsService,
  type AuthorizationResponse,
} from '../../oauth/authorizations/authorizations.service.js';
import { IdTokensService, toAcr } from '../../oauth/openid/id-tokens.service.js';
import { withoutCsrfFields } from '../shell/components/form.js';
import { Confirmations, FactorRequirement } from '../shell/browser/confirmations.js';
import {
  ConfirmationRequiredError,
  ConsentPageRequiredError,
  FactorSetupRequiredError,
  SignInRequiredError,
} from '../shell/browser/console.errors.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toDestination, toSource } from '../shell/forms/form-targets.js';
import { redirectTo, render, type PageResponse } from '../shell/browser/page-response.js';
import { FormsOfClients, OpenToAll } from '../shell/browser/page.guard.js';
import { ConsentPage, FormPostPage } from './consent.page.js';
import {
  CurrentVisitor,
  isSignedIn,
  type PageVisitor,
  type SignedInVisitor,
} from '../shell/browser/visitor.js';

/**
 * How long a second click receives the same code. A code that is sent again after its use revokes its tokens (RFC 6749
 * section 4.1.2).
 */
const keptMs = 5_000;

/** The authorization endpoint (RFC 6749 section 3.1), where applications send users for consent. */
@ConsolePages('oauth/authorize')
@FormsOfClients()
export class AuthorizeController {
  constructor(
    private readonly authorizations: AuthorizationsService,
    private readonly requirement: FactorRequirement,
    private readonly confirmations: Confirmations,
    private readonly factors: FactorsService,
    private readonly idTokens: IdTokensService,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Redirects to an application only after sign-in, even with errors. Any user can register an application, and a link
   * to this service must not open another site's pages (RFC 9700 section 4.11.2). Only `prompt=none` gets a
   * response immediately.
   */
  @Get()
  @OpenToAll()
  async ask(@Req() { url }: { url: string }, @CurrentVisitor() visitor: PageVisitor) {
    const returnTo = this.publicUrl.ofRequest(url);
    const entries = [...new URLSearchParams(/\?(.*)$/.exec(url)?.[1])];
    const { request, refusal, isSilent } = await this.authorizations.read(entries);
    if (!request) {
      if (!visitor.account && !isSilent) throw new SignInRequiredError(returnTo);
      return respond(entries, refusal, returnTo);
    }
    if (!request.prompts.includes('none')) return this.askVisitor(request, visitor, entries);
    try {
      return await this.askVisitor(request, visitor, entries);
    } catch (error) {
      const silent = toSilentError(error);
      if (!silent) throw error;
      return respond(entries, this.authorizations.deny(request, silent), returnTo);
    }
  }

  /** A user whose session has ended signs in and is asked again. */
  @Post()
  @OpenToAll()
  async answer(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { decision, ...form }: FormParameters,
  ) {
    const entries = withoutCsrfFields(form);
    const returnTo = this.toUrl(entries);
    const { request, refusal } = await this.authorizations.read(entries);
    if (!isSignedIn(visitor)) throw new SignInRequiredError(returnTo);
    if (!request) return respond(entries, refusal, returnTo);
    if (decision !== 'allow') return respond(entries, this.authorizations.deny(request), returnTo);
    await this.assertAuthenticated(request, visitor, entries);
    if (isToWrite(request)) await this.requirement.assert(visitor.account);
    await this.assertConfirmed(request, visitor);
    const response = await this.authorizations.allow(visitor, request, visitor.requester);
    return respond(entries, response, returnTo);
  }

  /** @throws SignInRequiredError, ConfirmationRequiredError, FactorSetupRequiredError, ConsentPageRequiredError */
  private async askVisitor(
    request: AuthorizationRequest,
    visitor: PageVisitor,
    entries: readonly [string, string][],
  ): Promise<PageResponse> {
    if (!isSignedIn(visitor)) throw new SignInRequiredError(this.toUrl(entries, request));
    const { account } = visitor;
    const returnTo = this.toUrl(entries);
    if (!(await this.isHinted(request, account))) {
      return respond(
        entries,
        this.authorizations.deny(request, new LoginRequiredError()),
        returnTo,
      );
    }
    await this.assertAuthenticated(request, visitor, entries);
    if (isToWrite(request)) await this.requirement.assert(account);
    const known = isToAsk(request)
      ? undefined
      : await this.authorizations.findConsent(account, request);
    if (known) {
      if (isLasting(request)) await this.confirmations.assert(visitor, 'everyone');
      const response = await this.authorizations.allow(visitor, request, visitor.requester, known);
      // A grant that was revoked in the meantime requires new consent.
      if (response) return respond(entries, response, returnTo);
    }
    if (request.prompts.includes('none')) throw new ConsentPageRequiredError();
    await this.assertConfirmed(request, visitor);
    const { client: application, scope, resource, parameters, redirectUri } = request;
    const destination = toDestination(redirectUri);
    const page = (
      <ConsentPage {...{ application, scope, resource, parameters, destination, returnTo }} />
    );
    return render(page, { formTargets: [toSource(redirectUri)] });
  }

  /** Whether the user is the one that the hint names: no other may sign in (OpenID Connect Core section 3.1.2.2). */
  private async isHinted(
    { idTokenHint, prompts }: AuthorizationRequest,
    { id }: Account,
  ): Promise<boolean> {
    if (idTokenHint === undefined) return true;
    const hint = await this.idTokens.readHint(idTokenHint);
    return hint ? hint.accountId === id : !prompts.includes('none');
  }

  /** Prevents an unattended browser from granting access that changes the account or that is kept after a sign-out. */
  private async assertConfirmed(request: AuthorizationRequest, visitor: SignedInVisitor) {
    if (isLasting(request) || isToWrite(request))
      await this.confirmations.assert(visitor, 'everyone');
  }

  /** Requires the sign-in that the client asks for: recent, or with two factors. */
  private async assertAuthenticated(
    request: AuthorizationRequest,
    { account, session }: SignedInVisitor,
    entries: readonly [string, string][],
  ): Promise<void> {
    const { authAfter, needsFactor } = request;
    const since = authenticatedAt(session).getTime();
    const isDue = authAfter === undefined ? isStale(request, since) : since < authAfter;
    if (isDue) throw new ConfirmationRequiredError(this.toUrl(entries, request));
    if (!needsFactor || toAcr(session.amr) === 'aal2') return;
    if (!(await this.factors.hasFactor(account.id))) throw new FactorSetupRequiredError();
    throw new ConfirmationRequiredError();
  }

  /** @param due the request whose user must authenticate first; its URL then contains the time of the redirect */
  private toUrl(entries: readonly [string, string][], due?: AuthorizationRequest): string {
    const parameters = new URLSearchParams([...entries]);
    if (due && due.authAfter === undefined && isToAuthenticate(due)) {
      parameters.set('auth_after', String(Date.now()));
    }
    return this.publicUrl.path(`/oauth/authorize?${parameters}`);
  }
}

/** Returns the error for a client that asks without pages (OpenID Connect Core section 3.1.2.6), if there is one. */
function toSilentError(error: unknown): TranslatableError | undefined {
  if (error instanceof RateLimitedError) return error;
  if (!(error instanceof AuthenticationError)) return undefined;
  if (error instanceof ConsentPageRequiredError) return new ConsentRequiredError();
  if (error instanceof ConfirmationRequiredError && error.returnTo === undefined)
    return new InteractionRequiredError();
  if (error instanceof FactorSetupRequiredError) return new InteractionRequiredError();
  return new LoginRequiredError();
}

const isToAuthenticate = ({ prompts, maxAge }: AuthorizationRequest) =>
  prompts.includes('login') || maxAge !== undefined;

/** Whether the client asks for a sign-in that is more recent. */
function isStale({ prompts, maxAge = Infinity }: AuthorizationRequest, since: number): boolean {
  return prompts.includes('login') || maxAge === 0 || since + maxAge * 1_000 < Date.now();
}

/** Whether the client asks for the consent page, which also names the signed-in user. */
const isToAsk = ({ prompts }: AuthorizationRequest) =>
  prompts.includes('consent') || prompts.includes('select_account');

/**
 * Redirects to the client with the response parameters (RFC 6749 section 3.1.2), or renders a form that the browser
 * posts to it (OAuth 2.0 Form Post Response Mode).
 */
function respond(
  request: readonly [string, string][],
  response: AuthorizationResponse | undefined,
  returnTo: string,
): PageResponse {
  if (!response) throw new SignInRequiredError(returnTo);
  const { redirectUri, parameters } = response;
  const isForm = request.some(([name, value]) => name === 'response_mode' && value === 'form_post');
  if (!isForm) {
    const start = redirectUri.includes('?') ? '&' : '?';
    const location = `${redirectUri}${start}${new URLSearchParams(parameters)}`;
    return redirectTo(location, undefined, { keptMs });
  }
  const destination = toDestination(redirectUri);
  return render(<FormPostPage {...{ redirectUri, destination, parameters }} />, {
    formTargets: [toSource(redirectUri)],
    keptMs,
  });
}

/** Whether the client asks to keep its access after a sign-out. */
const isLasting = ({ scope }: AuthorizationRequest) => scope.includes('offline_access');

/** Whether the request asks for a token that can change the account. */
const isToWrite = ({ scope }: AuthorizationRequest) => scope.includes('account:write');
