import { Injectable } from '@nestjs/common';
import { ChangesService } from '../../changes/changes.service.js';
import { withCredentials } from '../../changes/proof.js';
import {
  AuthorizationsRepository,
  hasConsented,
  type Consent,
} from '../../access/credentials/authorizations.repository.js';
import { certainlyReaches } from '../../applications/redirect-uri.js';
import { GrantsService } from '../../access/credentials/grants.service.js';
import { hashToken, newAccessToken } from '../../principals/access-token.js';
import type { Requester } from '../../request/requester.js';
import { accountKey } from '../../access/rate-limits/rate-limit-keys.js';
import { violates } from '../../database/connection/database-failure.js';
import { authenticatedAt } from '../../access/sessions/sessions.service.js';
import type { Account, Session } from '../../database/records.js';
import {
  ApplicationSuspendedError,
  ClientUnknownError,
  ConsentDeniedError,
  RateLimitedError,
} from '../../errors/error-registry.js';
import { oauthErrorBody, type ErrorBody } from '../../errors/error-body.js';
import { TranslatableError } from '../../errors/translatable.error.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import {
  assertShort,
  authorizationParameters,
  authorizationRequest,
  isState,
  chooseRedirectUri,
  isSilent,
  type AuthorizationRequest,
} from './authorization-request.js';
import { ClientsRepository } from '../clients/clients.repository.js';
import { codeLifetimeSeconds, getExpiry } from '../tokens/lifetimes.js';
import { oauthParameters } from '../oauth-parameters.js';
import { ResourcesService } from '../resources/resources.service.js';
import { consentedScope, endsWithSession, isTrustedScope } from '../scope.js';
import { toSid } from '../openid/session-name.js';

/** The session of a user who authorizes a client. */
type SignedInSession = Pick<Session, 'id' | 'createdAt' | 'confirmedAt' | 'amr'>;

export interface AuthorizationResponse {
  readonly redirectUri: string;
  readonly parameters: Readonly<Record<string, string>>;
}

@Injectable()
export class AuthorizationsService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly grants: GrantsService,
    private readonly repository: AuthorizationsRepository,
    private readonly publicUrl: PublicUrl,
    private readonly limits: RateLimitsService,
    private readonly changes: ChangesService,
    private readonly resources: ResourcesService,
  ) {}

  /**
   * Sends errors to the client. If the redirect URI is in doubt, throws errors to show to the user instead (RFC 6749
   * section 4.1.2.1).
   */
  async read(entries: Iterable<[string, string]>) {
    const all = [...entries];
    // Checked before the user signs in, because a longer request would be lost on the way back from the sign-in page.
    assertShort(all);
    const { client, redirectUri } = await this.addressee(all);
    try {
      const parameters = oauthParameters(all, authorizationParameters);
      const resource = await this.resources.findRequested(parameters.resource);
      return { request: authorizationRequest(client, redirectUri, parameters, resource) };
    } catch (error) {
      if (!(error instanceof TranslatableError)) throw error;
      const refusal = this.respond({ redirectUri, state: getState(all) }, oauthErrorBody(error));
      return { refusal, isSilent: isSilent(all) };
    }
  }

  /** Returns the client of a request and its redirect URI; undefined if either is invalid. */
  async findRecipient(
    entries: Iterable<[string, string]>,
  ): Promise<Pick<AuthorizationRequest, 'client' | 'redirectUri'> | undefined> {
    try {
      return await this.addressee([...entries]);
    } catch (error) {
      if (error instanceof TranslatableError) return undefined;
      throw error;
    }
  }

  /**
   * Returns why the user is not asked for consent; undefined to ask. Asks if the response could reach another program,
   * and always if a trusted application asks to change the account.
   */
  async findConsent(
    account: Account,
    { client, scope, resource, redirectUri }: AuthorizationRequest,
  ): Promise<'remembered' | 'trusted' | undefined> {
    if (!certainlyReaches(client, redirectUri)) return undefined;
    if (client.trusted && scope.includes('account:write')) return undefined;
    if (client.trusted && !resource && isTrustedScope(scope)) return 'trusted';
    const grant = await this.grants.find(account.id, client.id);
    return hasConsented(grant, consentedScope(scope, resource)) ? 'remembered' : undefined;
  }

  /**
   * Issues a code. Returns undefined if the client was deleted, the user changed the password after signing in, or the
   * reason not to ask for consent has ended.
   */
  async allow(
    { account, session }: { readonly account: Account; readonly session: SignedInSession },
    request: AuthorizationRequest,
    requester: Requester,
    consent: Consent = 'given',
  ): Promise<AuthorizationResponse | undefined> {
    await this.limits.consume('oauth.authorize', accountKey(account.id));
    const code = newAccessToken();
    const authorization = {
      scope: request.scope,
      resource: request.resource?.identifier ?? null,
      codeHash: hashToken(code),
      codeChallenge: request.codeChallenge ?? null,
      redirectUri: request.namesRedirectUri ? request.redirectUri : null,
      expiresAt: getExpiry(codeLifetimeSeconds),
      nonce: request.nonce ?? null,
      authTime: authenticatedAt(session),
      amr: session.amr,
      sid: toSid(session),
      sessionId: endsWithSession(request.scope) ? session.id : null,
    };
    const applicationId = request.client.id;
    const proof = withCredentials(account, requester);
    const event = consent === 'given' ? 'grant.create' : 'grant.continue';
    const created = await this.changes
      .run({ event, accountId: account.id, applicationId, proof }, (change) =>
        this.repository.create(change, account.id, applicationId, authorization, {
          scope: consentedScope(request.scope, request.resource),
          consent,
        }),
      )
      .catch((error: unknown) => {
        if (!violates(error, 'foreign key')) throw error;
      });
    if (!created) return undefined;
    return this.respond(request, { code });
  }

  /** @param error why the client receives no code. Default: the user has denied it */
  deny(
    request: AuthorizationRequest,
    error: TranslatableError = new ConsentDeniedError(),
  ): AuthorizationResponse {
    const body = oauthErrorBody(error);
    // RFC 6749 section 4.1.2.1 has no other name for a limit.
    const isLimit = error instanceof RateLimitedError;
    return this.respond(request, isLimit ? { ...body, error: 'temporarily_unavailable' } : body);
  }

  private async addressee(all: readonly [string, string][]) {
    const named = (name: string) => oauthParameters(all, [name])[name];
    const clientId = named('client_id');
    const client = clientId === undefined ? null : await this.clients.find(clientId);
    if (!client) throw new ClientUnknownError();
    if (client.owner.suspendedAt) throw new ApplicationSuspendedError();
    return { client, redirectUri: chooseRedirectUri(client, named('redirect_uri')) };
  }

  private respond(
    { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
    members: ErrorBody | { code: string },
  ): AuthorizationResponse {
    const { issuer: iss } = this.publicUrl;
    return { redirectUri, parameters: { ...members, ...(state !== undefined && { state }), iss } };
  }
}

function getState(entries: readonly [string, string][]): string | undefined {
  const states = entries.filter(([name, value]) => name === 'state' && value !== '');
  const [[, state] = ['', '']] = states;
  return states.length === 1 && isState(state) ? state : undefined;
}
