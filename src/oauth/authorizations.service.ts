import { Injectable } from '@nestjs/common';
import { AuthorizationsRepository } from '../access/credentials/authorizations.repository.js';
import { GrantsService } from '../access/credentials/grants.service.js';
import { hashToken, newAccessToken } from '../access/tokens/access-token.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Requester } from '../audit/requester.js';
import { accountKey } from '../access/rate-limits/rate-limit-keys.js';
import type { Account } from '../database/records.js';
import { ClientUnknownError, ConsentDeniedError } from '../errors/error-registry.js';
import { oauthErrorBody } from '../errors/error-body.js';
import { TranslatableError } from '../errors/translatable.error.js';
import type { FormParameters } from '../http/input/form-body.js';
import { PublicAddress } from '../http/urls/public-address.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import {
  authorizationParameters,
  authorizationRequest,
  redirectUriOf,
  type AuthorizationRequest,
} from './authorization-request.js';
import { ClientsRepository } from './clients.repository.js';
import { codeLifetime, endOf } from './lifetimes.js';
import { oauthParameters } from './oauth-parameters.js';

/** An authorization request, or where to send its client away to. */
export type ReadRequest =
  | { readonly request: AuthorizationRequest; readonly refusedAt?: undefined }
  | { readonly request?: undefined; readonly refusedAt: string };

/** What happens at the authorization endpoint (RFC 6749 section 3.1), but for the pages. */
@Injectable()
export class AuthorizationsService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly grants: GrantsService,
    private readonly repository: AuthorizationsRepository,
    private readonly address: PublicAddress,
    private readonly limits: RateLimitsService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Reads the parameters of a request, of a query or a form. What the client did wrong is told to
   * the client; but where that is in doubt, to the person (RFC 6749 section 4.1.2.1).
   *
   * @throws ClientUnknownError, RedirectUriUnregisteredError, InvalidRequestError for the person
   */
  async read(entries: Iterable<[string, string]>): Promise<ReadRequest> {
    const all = [...entries];
    const { client, redirectUri } = await this.addressee(all);
    try {
      return {
        request: authorizationRequest(
          client,
          redirectUri,
          oauthParameters(all, authorizationParameters),
        ),
      };
    } catch (error) {
      if (!(error instanceof TranslatableError)) throw error;
      return { refusedAt: this.refusal(redirectUri, stateOf(all), error) };
    }
  }

  /** Where the answer to a request would go; undefined when nowhere. */
  async destination(entries: Iterable<[string, string]>): Promise<string | undefined> {
    try {
      return (await this.addressee([...entries])).redirectUri;
    } catch (error) {
      if (error instanceof TranslatableError) return undefined;
      throw error;
    }
  }

  /**
   * Whether the person need not be asked: they have allowed as much before, and it is certain that
   * the answer reaches the same client (RFC 8252 section 8.6).
   */
  async isRemembered(account: Account, { client, scope, redirectUri }: AuthorizationRequest) {
    const isCertain = client.clientSecretHash !== null || redirectUri.startsWith('https:');
    if (!isCertain) return false;
    const grant = await this.grants.find(account.id, client.id);
    return grant !== null && scope.every((each) => grant.scope.includes(each));
  }

  /**
   * Gives the client a code. Returns where to send the browser, or undefined when the person's
   * password was changed since they were signed in, or the client is gone.
   *
   * @throws RateLimitedError
   */
  async allow(
    account: Account,
    request: AuthorizationRequest,
    requester: Requester,
  ): Promise<string | undefined> {
    await this.limits.consume('oauth.authorize', accountKey(account.id));
    const code = newAccessToken();
    const authorization = {
      scope: request.scope,
      codeHash: hashToken(code),
      codeChallenge: request.codeChallenge ?? null,
      redirectUri: request.namesRedirectUri ? request.redirectUri : null,
      expiresAt: endOf(codeLifetime),
    };
    const applicationId = request.client.id;
    const about = { accountId: account.id, applicationId, requester };
    const events = [this.audit.eventOf({ event: 'grant.create', ...about })];
    const created = await this.repository.create(account, applicationId, authorization, events);
    if (!created) return undefined;
    this.audit.log(events);
    return this.answer(request.redirectUri, { code, state: request.state });
  }

  /** Where to send the browser of a person who refuses. */
  deny({ redirectUri, state }: AuthorizationRequest): string {
    return this.refusal(redirectUri, state, new ConsentDeniedError());
  }

  private async addressee(all: readonly [string, string][]) {
    const named = (name: string) => oauthParameters(all, [name])[name];
    const clientId = named('client_id');
    const client = clientId === undefined ? null : await this.clients.find(clientId);
    if (!client) throw new ClientUnknownError();
    return { client, redirectUri: redirectUriOf(client, named('redirect_uri')) };
  }

  private refusal(
    redirectUri: string,
    state: string | undefined,
    error: TranslatableError,
  ): string {
    return this.answer(redirectUri, { ...oauthErrorBody(error), state });
  }

  /** The redirect URI as it was registered, and the answer behind it (RFC 6749 section 3.1.2). */
  private answer(redirectUri: string, members: FormParameters): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...members, iss: this.address.issuer })) {
      if (value !== undefined) query.append(name, value);
    }
    return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
  }
}

/** The state to send back with a violation: none when it is in doubt. */
function stateOf(entries: readonly [string, string][]): string | undefined {
  const states = entries.filter(([name, value]) => name === 'state' && value !== '');
  return states.length === 1 ? states[0]![1] : undefined;
}
