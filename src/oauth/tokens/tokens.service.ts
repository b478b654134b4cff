import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import { ChangesService } from '../../changes/changes.service.js';
import type { Requester } from '../../request/requester.js';
import { TokenSeal } from '../../access/sealing/token-seal.js';
import type { FormParameters } from '../../http/input/form-body.js';
import {
  ClientCredentialsDisabledError,
  InvalidGrantError,
  InvalidRequestError,
  InvalidScopeError,
  InvalidTargetError,
  UnauthorizedClientError,
  UnsupportedGrantTypeError,
} from '../../errors/error-registry.js';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import { AccessTokensRepository } from '../../access/credentials/access-tokens.repository.js';
import { AuthorizationsRepository } from '../../access/credentials/authorizations.repository.js';
import { hashToken, newAccessToken } from '../../principals/access-token.js';
import type { Client } from '../clients/clients.repository.js';
import { grantTypes, type TokenResponseDto } from './token.dto.js';
import { IdTokensService } from '../openid/id-tokens.service.js';
import { accessTokenLifetimeSeconds, getExpiry, refreshTokenLifetimeSeconds } from './lifetimes.js';
import { ResourcesService } from '../resources/resources.service.js';
import { requestedClientScope, scopeParts } from '../scope.js';
import { TokenRequestModel } from './token-request.model.js';

@Injectable()
export class TokensService {
  constructor(
    private readonly authorizations: AuthorizationsRepository,
    private readonly seal: TokenSeal,
    private readonly changes: ChangesService,
    private readonly sessions: SessionsService,
    private readonly idTokens: IdTokensService,
    private readonly accessTokens: AccessTokensRepository,
    private readonly resources: ResourcesService,
  ) {}

  /** @param client the authenticated client */
  async issue(client: Client, parameters: FormParameters, requester: Requester) {
    if (client.owner.suspendedAt) throw new UnauthorizedClientError();
    const { grant_type: grantType } = parameters;
    if (grantType === undefined) throw new InvalidRequestError('grant_type');
    if (!Object.hasOwn(grantTypes, grantType)) throw new UnsupportedGrantTypeError();
    const needed = grantTypes[grantType as keyof typeof grantTypes];
    if (parameters[needed] === undefined) throw new InvalidRequestError(needed);
    if (grantType === 'client_credentials') {
      const resource = await this.resources.findRequested(parameters.resource);
      const scope = requestedClientScope(parameters.scope, resource);
      return this.issueToClient(
        client,
        { scope, resource: resource?.identifier ?? null },
        requester,
      );
    }
    if (parameters.scope !== undefined) scopeParts(parameters.scope);

    const grants = Object.keys(grantTypes);
    const model = new TokenRequestModel(
      { id: client.id, grants },
      {
        redirectUri: parameters.redirect_uri,
        assertTarget: (authorized) => this.assertTarget(parameters.resource, authorized),
      },
      this.authorizations,
      this.seal,
      (about, work) =>
        this.changes.run({ ...about, applicationId: client.id, proof: requester }, work),
      this.sessions,
      this.idTokens,
    );
    const server = new OAuth2Server({
      // The library calls only the model methods that the supported grant types require.
      model: model as unknown as OAuth2Server.ServerOptions['model'],
      accessTokenLifetime: accessTokenLifetimeSeconds,
      refreshTokenLifetime: refreshTokenLifetimeSeconds,
      requireClientAuthentication: Object.fromEntries(grants.map((grant) => [grant, false])),
    });
    const response = new OAuth2Server.Response();
    await server.token(toRequest(client, parameters), response).catch(asOwnError);
    const { idToken: id_token } = model;
    return { ...(response.body as TokenResponseDto), ...(id_token !== undefined && { id_token }) };
  }

  /** @throws InvalidTargetError if the resource was deleted, or a client requests one that was not authorized */
  private async assertTarget(requested: string | undefined, authorized: string | null) {
    const target = await this.resources.findRequested(requested ?? authorized ?? undefined);
    const isAuthorized = authorized === null ? !target : target?.identifier === authorized;
    if (!isAuthorized) throw new InvalidTargetError();
  }

  /** Issues a token for the account of the application's owner (RFC 6749 section 4.4). */
  private async issueToClient(
    client: Client,
    { scope, resource }: { scope: string[]; resource: string | null },
    requester: Requester,
  ): Promise<TokenResponseDto> {
    const { id: applicationId, ownerId: accountId } = client;
    if (client.clientSecretHash === null || !client.clientCredentials) {
      throw new ClientCredentialsDisabledError();
    }
    const accessToken = newAccessToken();
    const hash = hashToken(accessToken);
    const token = { hash, scope, resource, expiresAt: getExpiry(accessTokenLifetimeSeconds) };
    const isIssued = await this.changes.run(
      { event: 'token.issue', accountId, applicationId, proof: requester },
      (change) => this.accessTokens.insertClientToken(change, client, token),
    );
    if (!isIssued) throw new ClientCredentialsDisabledError();
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: accessTokenLifetimeSeconds,
      scope: scope.join(' '),
    };
  }
}

/** Leaves out the client secret, because it is already checked. */
function toRequest(client: Client, parameters: FormParameters): OAuth2Server.Request {
  const { client_secret: _, ...body } = parameters;
  return new OAuth2Server.Request({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    query: {},
    body: { ...body, client_id: client.id },
  });
}

function asOwnError(error: Error & { inner?: unknown }): never {
  switch (error.name) {
    case 'invalid_grant':
      throw new InvalidGrantError();
    case 'invalid_scope':
      throw new InvalidScopeError();
    case 'invalid_request':
      throw new InvalidRequestError(/`(\w+)`/.exec(error.message)?.[1] ?? '?');
    default:
      throw error.inner ?? error;
  }
}
