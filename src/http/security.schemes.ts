import type { INestApplicationContext } from '@nestjs/common';
import type { Scope } from '../principals/principal.js';
import { oauthUrlToken, type PublicUrl } from './urls/public-url.js';

/** The security schemes of the module's operations. Their names do not collide with those of a host. */
export const securitySchemes = {
  bearer: 'accountsBearer',
  query: 'accountsQuery',
  oauth: 'accountsOAuth',
  client: 'accountsClient',
} as const;

const scopes: Record<Scope, string> = {
  'account:read': 'Read the account.',
  'account:write': 'Change the account, and create accounts for others.',
};

/** A `DocumentBuilder` of `@nestjs/swagger`, which is optional for a host. */
export interface SecurityDocument {
  /** Adds a Security Scheme Object (OpenAPI 3.0 section 4.7.27) under this name. */
  addSecurity(
    name: string,
    scheme: { type: 'http' | 'apiKey' | 'oauth2'; description: string; [detail: string]: unknown },
  ): this;
}

/**
 * Adds the security schemes of the module's operations to a host's OpenAPI document. The document already contains the
 * operations, like those of all modules.
 *
 * @param app the application that the document describes; provides the OAuth URL
 * @returns the same builder
 */
export function addAccountsSecurity<Document extends SecurityDocument>(
  document: Document,
  app: INestApplicationContext,
): Document {
  return document
    .addSecurity(securitySchemes.bearer, {
      type: 'http',
      scheme: 'bearer',
      description: 'The access token.',
    })
    .addSecurity(securitySchemes.query, {
      type: 'apiKey',
      in: 'query',
      name: 'access_token',
      description: 'The access token.',
    })
    .addSecurity(securitySchemes.oauth, {
      type: 'oauth2',
      description: 'A token for the account of the user who consents; PKCE is used.',
      flows: oauthFlows(app),
    })
    .addSecurity(securitySchemes.client, {
      type: 'http',
      scheme: 'basic',
      description: 'Client id and secret.',
    });
}

function oauthFlows(app: INestApplicationContext) {
  const addresses = app.get<PublicUrl | null>(oauthUrlToken, { strict: false, each: true });
  const address = addresses.find((each) => each !== null);
  if (!address) return {};
  return {
    authorizationCode: {
      authorizationUrl: address.path('/oauth/authorize'),
      tokenUrl: address.path('/oauth/token'),
      refreshUrl: address.path('/oauth/token'),
      scopes,
    },
  };
}
