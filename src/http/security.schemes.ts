import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { mountToken, type Mount } from '../events/mount.js';
import type { Scope } from '../principals/principal.js';
import { BearerAuthGuard } from './bearer-auth.guard.js';
import { mountedAccountsToken, type MountedAccounts } from './mounted-accounts.js';
import { renameSecurity } from './openapi/described-operation.js';
import { AnyAuthGuard, OptionalAuthGuard, SessionAuthGuard } from './session-auth.guard.js';
import { configurationPath, oauthUrlToken, type PublicUrl } from './urls/public-url.js';

/** The security schemes of the module's operations. Their names do not collide with those of a host. */
export const securitySchemes = {
  bearer: 'accountsBearer',
  query: 'accountsQuery',
  oauth: 'accountsOAuth',
  openid: 'accountsOpenId',
  client: 'accountsClient',
  session: 'accountsSession',
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
    scheme: {
      type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect';
      description: string;
      [detail: string]: unknown;
    },
  ): this;
}

/**
 * Adds the security schemes of the module's operations to a host's OpenAPI document. The document already contains the
 * operations, like those of all modules. Call this before `SwaggerModule.createDocument()`. Each mount has its own
 * schemes, which also apply to the host's routes that it guards.
 *
 * @param app the application that the document describes; provides the OAuth URLs
 * @returns the same builder
 */
export function addAccountsSecurity<Document extends SecurityDocument>(
  document: Document,
  app: INestApplicationContext,
): Document {
  const modules = [...app.get(ModulesContainer).values()];
  const prefixes = new Map<unknown, string>();
  for (const module of modules) {
    if (!module.providers.has(mountToken)) continue;
    const { operationPrefix } = module.getProviderByKey<Mount>(mountToken).instance;
    const { instance: publicUrl } = module.getProviderByKey<PublicUrl | null>(oauthUrlToken);
    const { instance: accounts } = module.getProviderByKey<MountedAccounts>(mountedAccountsToken);
    addSchemes(document, operationPrefix, publicUrl, accounts);
    prefixes.set(accounts, operationPrefix);
  }
  for (const { controllers, injectables } of modules) {
    const guard = guards.flatMap((each) => injectables.get(each)?.instance ?? []).at(0);
    const prefix = guard && prefixes.get((guard as unknown as GuardOfMount).accounts);
    if (prefix === undefined) continue;
    for (const { metatype } of controllers.values()) {
      if (metatype) renameSecurity(metatype, (scheme) => renamed(scheme, prefix));
    }
  }
  return document;
}

/** The guards of host routes. All guards of a module use the same mount. */
const guards = [BearerAuthGuard, SessionAuthGuard, AnyAuthGuard, OptionalAuthGuard];

interface GuardOfMount {
  readonly accounts: unknown;
}

/** Replaces the prefix of a scheme of the module, because a class can be part of several applications. */
function renamed(scheme: string, prefix: string): string {
  const bare = Object.values(securitySchemes).find(
    (name) => scheme === name || scheme.endsWith(`_${name}`),
  );
  return bare ? prefix + bare : scheme;
}

function addSchemes(
  document: SecurityDocument,
  prefix: string,
  publicUrl: PublicUrl | null,
  { sessions }: MountedAccounts,
): void {
  document
    .addSecurity(prefix + securitySchemes.bearer, {
      type: 'http',
      scheme: 'bearer',
      description: 'The access token.',
    })
    .addSecurity(prefix + securitySchemes.query, {
      type: 'apiKey',
      in: 'query',
      name: 'access_token',
      description: 'The access token.',
    })
    .addSecurity(prefix + securitySchemes.oauth, {
      type: 'oauth2',
      description: 'A token for the account of the user who consents; PKCE is used.',
      flows: publicUrl ? oauthFlows(publicUrl) : {},
    })
    .addSecurity(prefix + securitySchemes.client, {
      type: 'http',
      scheme: 'basic',
      description: 'Client id and secret.',
    });
  if (sessions) {
    document.addSecurity(prefix + securitySchemes.session, {
      type: 'apiKey',
      in: 'cookie',
      name: sessions.cookieName,
      description: 'The session of a browser that is signed in.',
    });
  }
  if (!publicUrl) return;
  document.addSecurity(prefix + securitySchemes.openid, {
    type: 'openIdConnect',
    openIdConnectUrl: publicUrl.path(configurationPath),
    description: 'A token that tells its client who the user is.',
  });
}

function oauthFlows(publicUrl: PublicUrl) {
  return {
    authorizationCode: {
      authorizationUrl: publicUrl.path('/oauth/authorize'),
      tokenUrl: publicUrl.path('/oauth/token'),
      refreshUrl: publicUrl.path('/oauth/token'),
      scopes,
    },
  };
}
