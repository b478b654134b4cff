import { Injectable } from '@nestjs/common';
import type { Application } from '../database/records.js';
import { Links } from '../http/urls/links.js';
import { w3cDate } from '../http/openapi/w3c-date.js';
import type { ClientSecret } from './applications.service.js';
import type {
  ApplicationResponseDto,
  ApplicationDto,
  ApplicationListDto,
  ApplicationSecretResponseDto,
} from './dto/application.dto.js';
import type { ClientSecretDto, ClientSecretListDto } from './dto/client-secret.dto.js';
import type {
  CreatedNamedTokenResponseDto,
  NamedTokenDto,
  NamedTokenListDto,
} from './dto/named-token.dto.js';
import type { CreatedNamedToken, NamedToken } from './named-tokens.service.js';

/** Presents applications, and returns only the members named here. */
@Injectable()
export class ApplicationPresenter {
  constructor(private readonly links: Links) {}

  /** Returns applications without their tokens, in the given order. */
  presentList(applications: readonly Application[]): ApplicationListDto {
    return {
      applications: applications.map(presentApplication),
      _links: this.links.self('applications'),
    };
  }

  /** @param accessToken the application's own token in the clear; `null` if it has none */
  present(application: Application, accessToken: string | null): ApplicationResponseDto {
    return {
      application: { ...presentApplication(application), access_token: accessToken },
      _links: this.links.self('applications', application.id),
    };
  }

  /** @param clientSecret the new secret, which no other response contains; `null` for a public client */
  presentWithSecret(
    application: Application,
    accessToken: string | null,
    clientSecret: string | null,
  ): ApplicationSecretResponseDto {
    const { application: members, _links } = this.present(application, accessToken);
    return { application: { ...members, client_secret: clientSecret }, _links };
  }

  /** Returns the client secrets of an application, without the secrets themselves. */
  presentSecrets(applicationId: string, secrets: readonly ClientSecret[]): ClientSecretListDto {
    const _links = this.links.self('applications', applicationId, 'secrets');
    return { secrets: secrets.map(presentSecret), _links };
  }

  /** Returns the named tokens of an application, in the given order. */
  presentTokens(applicationId: string, tokens: readonly NamedToken[]): NamedTokenListDto {
    return { tokens: tokens.map(presentNamedToken), _links: this.linkTokens(applicationId) };
  }

  /** Returns a new named token with the token itself, which no other response contains. */
  presentNewToken(applicationId: string, created: CreatedNamedToken): CreatedNamedTokenResponseDto {
    const token = { ...presentNamedToken(created), access_token: created.accessToken };
    return { token, _links: this.linkTokens(applicationId) };
  }

  private linkTokens(applicationId: string) {
    return this.links.self('applications', applicationId, 'tokens');
  }
}

export function presentSecret({ id, expiresAt, lastUsedOn }: ClientSecret): ClientSecretDto {
  return { id, expires_at: expiresAt && w3cDate(expiresAt), last_used_on: lastUsedOn };
}

export function presentNamedToken(token: NamedToken): NamedTokenDto {
  return {
    id: token.id,
    name: token.name,
    scope: token.scope.join(' '),
    full_access: token.isFullAccess,
    created_at: w3cDate(token.createdAt),
    expires_at: token.expiresAt && w3cDate(token.expiresAt),
    last_used_on: token.usedOn ?? null,
  };
}

function presentApplication(application: Application): ApplicationDto {
  return {
    id: application.id,
    client_id: application.id,
    name: application.name,
    redirect_uris: application.redirectUris,
    post_logout_redirect_uris: application.postLogoutRedirectUris,
    api_version: application.apiVersion,
    public: application.clientSecretHash === null,
    require_pkce: application.requirePkce,
    client_credentials: application.clientCredentials,
    trusted: application.trusted,
    created_at: w3cDate(application.createdAt),
    updated_at: w3cDate(application.updatedAt),
  };
}
