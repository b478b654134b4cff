import { Injectable } from '@nestjs/common';
import { hashToken, isWellFormedToken, newAccessToken } from '../access/access-token.js';
import type { AuditEventName } from '../access/audit-event.js';
import { AuditTrail } from '../access/audit-trail.js';
import { isIdentifier, newIdentifier } from '../access/identifier.js';
import { scopes } from '../access/principal.js';
import { randomText } from '../access/random-text.js';
import type { Requester } from '../access/requester.js';
import { TokenSeal } from '../access/token-seal.js';
import type { Application } from '../database/records.js';
import { ApiVersions } from '../http/api-versions.js';
import { DtoValidator } from '../http/dto-validator.js';
import type { Complaints } from '../http/form-error.js';
import { ValidationFailedError } from '../http/validation-failed.error.js';
import { ApplicationNotFoundError, ClientSecretUnavailableError } from './applications.errors.js';
import { ApplicationsRepository, type ApplicationFields } from './applications.repository.js';
import { CreateApplicationDto } from './dto/create-application.dto.js';
import { UpdateApplicationDto } from './dto/update-application.dto.js';
import { OwnTokensRepository, type NewAccessToken } from './own-tokens.repository.js';

const clientSecretLength = 64;

/** An application whose token has just been made. */
export interface ApplicationWithToken {
  /** The application itself. */
  application: Application;
  /** Its own access token, in the clear: 86 letters and digits. */
  accessToken: string;
}

/** An application whose secret has just been made, the only time it is in the clear. */
export interface ApplicationWithSecret {
  /** The application itself. */
  application: Application;
  /** Its client secret, in the clear: 64 letters and digits. */
  clientSecret: string;
}

/** An application at its creation. */
export interface CreatedApplication extends ApplicationWithToken {
  /** None for a public client. */
  clientSecret: string | null;
}

/**
 * A person's applications and their access tokens (SPEC 5.3), the same for HTTP, the console, the
 * command line and code. Where an owner is named, other people's applications are not found.
 */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly repository: ApplicationsRepository,
    private readonly tokens: OwnTokensRepository,
    private readonly validator: DtoValidator,
    private readonly versions: ApiVersions,
    private readonly seal: TokenSeal,
    private readonly audit: AuditTrail,
  ) {}

  /** A person's applications, oldest first. */
  list(ownerId: string): Promise<Application[]> {
    return isIdentifier(ownerId) ? this.repository.list(ownerId) : Promise.resolve([]);
  }

  /** Everybody's applications, oldest first. */
  listAll(): Promise<(Application & { owner: { email: string } })[]> {
    return this.repository.listAll();
  }

  /** @throws ApplicationNotFoundError */
  async get(ownerId: string, id: string): Promise<Application> {
    const application = isIdentifier(id) ? await this.repository.find(ownerId, id) : null;
    if (!application) throw new ApplicationNotFoundError();
    return application;
  }

  /** @throws ValidationFailedError, also about an `owner` that cannot be */
  async create(
    ownerId: string,
    input: CreateApplicationDto,
    requester: Requester = {},
  ): Promise<CreatedApplication> {
    if (!isIdentifier(ownerId)) throw ValidationFailedError.about({ owner: 'owner_unknown' });
    const dto = await this.validator.validate(CreateApplicationDto, input, async (sent) =>
      this.complaintsAbout(sent, sent.public === true),
    );
    const id = newIdentifier();
    const clientSecret = dto.public ? null : randomText(clientSecretLength);
    const { accessToken, row } = this.newToken(id);
    const application = await this.repository.create(
      {
        id,
        ownerId,
        name: dto.name,
        clientSecretHash: clientSecret === null ? null : hashToken(clientSecret),
        redirectUris: dto.redirect_uris ?? [],
        apiVersion: this.twoFigures(dto.api_version ?? this.versions.newest.version),
        requirePkce: dto.require_pkce ?? true,
      },
      row,
    );
    await this.record('application.create', application, requester);
    return { application, accessToken, clientSecret };
  }

  /**
   * Changes what the input names, all of it or nothing.
   *
   * @throws ApplicationNotFoundError, ValidationFailedError
   */
  async update(
    ownerId: string,
    id: string,
    input: UpdateApplicationDto,
    requester: Requester = {},
  ): Promise<Application> {
    const { apiVersion, clientSecretHash } = await this.get(ownerId, id);
    const dto = await this.validator.validate(UpdateApplicationDto, input, async (sent) =>
      this.complaintsAbout(sent, clientSecretHash === null, apiVersion),
    );
    const updated = await this.repository.update(ownerId, id, this.changesOf(dto));
    if (!updated) throw new ApplicationNotFoundError();
    const members = Object.entries(dto).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    );
    if (members.length > 0) await this.record('application.update', updated, requester, members);
    return updated;
  }

  /** Deletes the application with its tokens and grants. @throws ApplicationNotFoundError */
  async delete(ownerId: string, id: string, requester: Requester = {}): Promise<void> {
    const deleted = isIdentifier(id) && (await this.repository.delete(ownerId, id));
    if (!deleted) throw new ApplicationNotFoundError();
    await this.record('application.delete', { id, ownerId }, requester);
  }

  /** The application's own token, or null when it was revoked or no secret key opens it. */
  async accessToken({ id }: Pick<Application, 'id'>): Promise<string | null> {
    const sealed = await this.tokens.findSealed(id);
    return (sealed && this.seal.open(sealed, id)) ?? null;
  }

  /** The same, to be shown to somebody. */
  async revealToken(application: Application, requester: Requester = {}): Promise<string | null> {
    const token = await this.accessToken(application);
    if (token !== null) await this.record('token.reveal', application, requester);
    return token;
  }

  /**
   * Gives the application another token of its own; the one it had ends at once.
   *
   * @throws ApplicationNotFoundError
   */
  async regenerateToken(
    ownerId: string,
    id: string,
    requester: Requester = {},
  ): Promise<ApplicationWithToken> {
    const { accessToken, row } = this.newToken(id);
    const application = await this.tokens.replace(await this.get(ownerId, id), row);
    await this.record('token.create', application, requester);
    return { application, accessToken };
  }

  /** Ends the application's own token at once. @throws ApplicationNotFoundError */
  async revokeToken(ownerId: string, id: string, requester: Requester = {}): Promise<void> {
    const application = await this.get(ownerId, id);
    const wasThere = await this.tokens.delete(application.id);
    if (wasThere) await this.record('token.revoke', application, requester);
  }

  /**
   * Gives the application another client secret; the one it had ends at once.
   *
   * @throws ApplicationNotFoundError, ClientSecretUnavailableError for a public client
   */
  async rotateSecret(
    ownerId: string,
    id: string,
    requester: Requester = {},
  ): Promise<ApplicationWithSecret> {
    const { clientSecretHash } = await this.get(ownerId, id);
    if (clientSecretHash === null) throw new ClientSecretUnavailableError();
    const clientSecret = randomText(clientSecretLength);
    const application = await this.repository.replaceSecret(ownerId, id, hashToken(clientSecret));
    if (!application) throw new ApplicationNotFoundError();
    await this.record('secret.rotate', application, requester);
    return { application, clientSecret };
  }

  /** Ends a token at once, whosever it is. Returns whether there was such a token. */
  async revokeAnyToken(token: string, requester: Requester = {}): Promise<boolean> {
    const ended = isWellFormedToken(token)
      ? await this.tokens.deleteByHash(hashToken(token))
      : undefined;
    if (!ended) return false;
    await this.record(
      'token.revoke',
      { id: ended.applicationId, ownerId: ended.accountId },
      requester,
    );
    return true;
  }

  private record(
    event: AuditEventName,
    { id: applicationId, ownerId: accountId }: Pick<Application, 'id' | 'ownerId'>,
    requester: Requester,
    members?: readonly string[],
  ): Promise<void> {
    return this.audit.record({ event, accountId, applicationId, members, requester });
  }

  private newToken(applicationId: string): { accessToken: string; row: NewAccessToken } {
    const accessToken = newAccessToken();
    const sealed = this.seal.seal(accessToken, applicationId);
    return { accessToken, row: { hash: hashToken(accessToken), sealed, scope: [...scopes] } };
  }

  /** What the DTOs cannot know: which versions there are, and whether the application is public. */
  private complaintsAbout(
    { api_version: version, require_pkce: requirePkce }: Omit<CreateApplicationDto, 'name'>,
    isPublic: boolean,
    currentVersion?: string,
  ): Complaints {
    const { oldest, newest } = this.versions;
    const params = { oldest: oldest.version, newest: newest.version };
    return {
      ...(typeof version === 'string' &&
        // A version no longer served may stay, so that what was read can be sent back.
        version !== currentVersion &&
        !this.versions.find(version) && { api_version: { code: 'version_unsupported', params } }),
      ...(isPublic && requirePkce === false && { require_pkce: 'pkce_indispensable' }),
    };
  }

  private changesOf(dto: UpdateApplicationDto): Partial<ApplicationFields> {
    const changes = {
      name: dto.name,
      redirectUris: dto.redirect_uris === null ? [] : dto.redirect_uris,
      apiVersion: dto.api_version === undefined ? undefined : this.twoFigures(dto.api_version),
      requirePkce: dto.require_pkce,
    };
    return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  }

  /** The version without a third figure. */
  private twoFigures(version: string): string {
    return this.versions.find(version)?.version ?? version;
  }
}
