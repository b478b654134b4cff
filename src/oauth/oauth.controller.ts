import { Controller, Req, Res, UseInterceptors, VERSION_NEUTRAL } from '@nestjs/common';
import { ResponseHeaders } from '../http/headers/response-headers.js';
import type { FormParameters } from '../http/input/form-body.js';
import { RequestIdInterceptor } from '../http/request-id.interceptor.js';
import { InvalidClientError, InvalidRequestError } from '../errors/error-registry.js';
import { ApiTags } from '../http/openapi/swagger.decorators.js';
import { rateLimitHeaders } from '../http/headers/rate-limit.headers.js';
import {
  ClientAuthenticator,
  type AuthenticatedClient,
  type ClientPolicy,
  type ClientRequest,
} from './clients/client-authenticator.js';
import {
  IntrospectionResponseDto,
  TokenResponseDto,
  TokenReferenceDto,
  tokenReferenceExamples,
  tokenReferenceParameters,
  TokenRequestDto,
  tokenRequestExamples,
  tokenRequestParameters,
} from './tokens/token.dto.js';
import { IssuedTokensService } from './tokens/issued-tokens.service.js';
import { refreshGraceSeconds } from './tokens/lifetimes.js';
import { OAuthEndpoint } from './oauth-api.decorator.js';
import { OAuthParameters } from './oauth-parameters.js';
import { TokensService } from './tokens/tokens.service.js';

@ApiTags('oauth')
@UseInterceptors(RequestIdInterceptor)
@Controller({ path: 'oauth', version: VERSION_NEUTRAL })
export class OAuthController {
  constructor(
    private readonly clients: ClientAuthenticator,
    private readonly tokens: TokensService,
    private readonly issued: IssuedTokensService,
    private readonly headers: ResponseHeaders,
  ) {}

  @OAuthEndpoint('token', {
    operationId: 'requestToken',
    summary: 'Exchange a code, a refresh token or client credentials for tokens',
    description: `RFC 6749 sections 4.1.3, 4.4 and 6. Client credentials return an access token for the account of the application’s owner, who must have enabled them. A refresh token works once: the response contains the next one. For ${refreshGraceSeconds} seconds, a retry with the previous one receives the same response. Later, it revokes all tokens that descend from the same code.`,
    form: TokenRequestDto,
    examples: tokenRequestExamples,
    success: { description: 'The tokens.', type: TokenResponseDto },
    errors: [
      'unauthorized_client',
      'client_credentials_disabled',
      'invalid_grant',
      'unsupported_grant_type',
      'invalid_scope',
      'invalid_target',
    ],
  })
  async token(
    @Req() request: ClientRequest,
    @Res({ passthrough: true }) response: unknown,
    @OAuthParameters(tokenRequestParameters) parameters: FormParameters,
  ): Promise<TokenResponseDto> {
    const caller = await this.authenticate(request, response, parameters, 'oauth.token');
    return this.tokens.issue(caller.client, parameters, caller.requester);
  }

  @OAuthEndpoint('revoke', {
    operationId: 'revokeToken',
    summary: 'Revoke a token',
    description:
      'RFC 7009. Revoking a refresh token also revokes every token that descends from the same code. An unknown token is a success.',
    form: TokenReferenceDto,
    examples: tokenReferenceExamples,
    success: { description: 'The token is no longer valid.' },
    errors: ['invalid_grant'],
  })
  async revoke(
    @Req() request: ClientRequest,
    @Res({ passthrough: true }) response: unknown,
    @OAuthParameters(tokenReferenceParameters) parameters: FormParameters,
  ): Promise<object> {
    const caller = await this.authenticate(request, response, parameters, 'oauth.revoke');
    await this.issued.revoke(caller.client, readToken(parameters), caller.requester);
    // RFC 7009 gives the body no meaning, but some clients accept only JSON.
    return {};
  }

  @OAuthEndpoint('introspect', {
    operationId: 'introspectToken',
    summary: 'Introspect a token',
    description:
      'RFC 7662, for confidential clients: their own tokens, and access tokens for the resources that they belong to. Any other token is inactive.',
    form: TokenReferenceDto,
    examples: tokenReferenceExamples,
    success: {
      description: 'Whether the token is active, and if so its account, client and scope.',
      type: IntrospectionResponseDto,
    },
    errors: [],
    isOfServers: true,
  })
  async introspect(
    @Req() request: ClientRequest,
    @Res({ passthrough: true }) response: unknown,
    @OAuthParameters(tokenReferenceParameters) parameters: FormParameters,
  ): Promise<IntrospectionResponseDto> {
    const caller = await this.authenticate(request, response, parameters, 'oauth.introspect');
    const { client } = caller;
    // The id of a public client proves nothing, so its sender must not learn whether a found token is valid.
    if (client.clientSecretHash === null) throw new InvalidClientError();
    return this.issued.introspect(client, readToken(parameters));
  }

  private async authenticate(
    request: ClientRequest,
    response: unknown,
    parameters: FormParameters,
    policy: ClientPolicy,
  ): Promise<AuthenticatedClient> {
    const caller = await this.clients.authenticate(request, parameters, policy);
    if (caller.rateLimit) this.headers.set(response, rateLimitHeaders(caller.rateLimit));
    return caller;
  }
}

function readToken({ token }: FormParameters): string {
  if (token === undefined) throw new InvalidRequestError('token');
  return token;
}
