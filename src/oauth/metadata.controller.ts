import { Controller, Get, Header, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { scopes } from '../access/principal.js';
import { PublicAddress } from '../http/public-address.js';
import { grantTypes } from './tokens.service.js';

const clientMethods = ['client_secret_basic', 'client_secret_post', 'none'];

/** Authorization server metadata (RFC 8414): what a client library configures itself with. */
@ApiTags('oauth')
@Controller({ path: '.well-known/oauth-authorization-server', version: VERSION_NEUTRAL })
export class MetadataController {
  constructor(private readonly address: PublicAddress) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=3600')
  @Header('Access-Control-Allow-Origin', '*')
  @ApiOperation({
    operationId: 'authorizationServerMetadata',
    summary: 'What this authorization server supports',
    description: 'RFC 8414.',
    security: [],
  })
  @ApiOkResponse({ description: 'The metadata.', schema: { type: 'object' } })
  metadata() {
    return {
      issuer: this.address.issuer,
      authorization_endpoint: this.address.url('/oauth/authorize'),
      token_endpoint: this.address.url('/oauth/token'),
      revocation_endpoint: this.address.url('/oauth/revoke'),
      introspection_endpoint: this.address.url('/oauth/introspect'),
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: Object.keys(grantTypes),
      token_endpoint_auth_methods_supported: clientMethods,
      revocation_endpoint_auth_methods_supported: clientMethods,
      introspection_endpoint_auth_methods_supported: clientMethods.slice(0, 2),
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }
}
