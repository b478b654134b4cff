import { AuthorizationsRepository } from '../access/credentials/authorizations.repository.js';
import { GrantsRepository } from '../access/credentials/grants.repository.js';
import { GrantsService } from '../access/credentials/grants.service.js';
import { AuthorizationsService } from './authorizations/authorizations.service.js';
import { ClientAuthenticator } from './clients/client-authenticator.js';
import { ClientCache } from './clients/client.cache.js';
import { ClientsRepository } from './clients/clients.repository.js';
import { MetadataController } from './discovery/metadata.controller.js';
import { OAuthController } from './oauth.controller.js';
import { IdTokensService } from './openid/id-tokens.service.js';
import { LogoutsService } from './openid/logouts.service.js';
import { SigningKeysRepository } from './openid/signing-keys.repository.js';
import { SigningKeysService } from './openid/signing-keys.service.js';
import { UserinfoController } from './openid/userinfo.controller.js';
import { ResourceMetadataController } from './resources/resource-metadata.controller.js';
import { ResourcesRepository } from './resources/resources.repository.js';
import { ResourcesService } from './resources/resources.service.js';
import { IssuedTokensService } from './tokens/issued-tokens.service.js';
import { TokensService } from './tokens/tokens.service.js';

/** The endpoints of the protocol. Its pages are in the console. */
export const oauthControllers = [
  OAuthController,
  UserinfoController,
  MetadataController,
  ResourceMetadataController,
];

export const oauthProviders = [
  GrantsService,
  GrantsRepository,
  AuthorizationsRepository,
  AuthorizationsService,
  ClientsRepository,
  ClientCache,
  ClientAuthenticator,
  ResourcesRepository,
  ResourcesService,
  TokensService,
  IssuedTokensService,
  SigningKeysRepository,
  SigningKeysService,
  IdTokensService,
  LogoutsService,
];
