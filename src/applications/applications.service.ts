import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import { hashToken, isWellFormedToken, newAccessToken } from '../principals/access-token.js';
import type { Change } from '../changes/change.js';
import { ChangesService, type ChangeRecord } from '../changes/changes.service.js';
import { getColumn } from '../database/account-json.js';
import { readPosition, type ListPosition } from '../database/list-position.js';
import type { FoundPage } from '../database/newest-first.js';
import { isIdentifier, newIdentifier } from '../database/identifier.js';
import { scopes } from '../principals/principal.js';
import { randomText } from '../database/random-text.js';
import type { Requester } from '../request/requester.js';
import { TokenSeal } from '../access/sealing/token-seal.js';
import type { Application } from '../database/records.js';
import { DtoValidator } from '../validation/dto-validator.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import {
  ApplicationNotFoundError,
  ClientSecretNotFoundError,
  ClientSecretUnavailableError,
  InvalidTokenError,
  PreconditionFailedError,
} from '../errors/error-registry.js';
import { canTrust } from './redirect-uri.js';
import { ApplicationSettings } from './application-settings.js';
import {
  ApplicationsRepository,
  type ApplicationsPage,
  type OwnedApplication,
} from './applications.repository.js';
import { ClientSecretLastUse } from './client-secret-last-use.js';
import { toUseKey } from './client-secret-last-use.repository.js';
import { toSecretId, validSecrets, type StoredSecret } from './client-secrets.js';
import { RotateSecretDto } from './dto/client-secret.dto.js';
import type { CreateApplicationDto } from './dto/create-application.dto.js';
import type { UpdateApplicationDto } from './dto/update-application.dto.js';
import { OwnTokensRepository, type NewAccessToken } from './own-tokens.repository.js';
import type { Input } from '../validation/unvalidated.js';

const clientSecretLength = 64;
const dayMs = 24 * 60 * 60_000;

/** An application with its new token. */
export interface ApplicationWithToken {
  /** The application. */
  application: Application;
  /** Its own access token, in the clear: 86 letters and digits. */
  accessToken: string;
}

/** An application with its new secret in the clear, which is returned only once. */
export interface ApplicationWithSecret {
  /** The application. */
  application: Application;
  /** Its client secret, in the clear: 64 letters and digits. */
  clientSecret: string;
}

/** A valid client secret of an application, without the secret itself. */
export interface ClientSecret {
  /** Identifies the secret without revealing it. */
  readonly id: string;
  /** When it expires; null for the current secret, which does not. */
  readonly expiresAt: Date | null;
  /** The UTC day of its last use, as `2026-01-19`; null if it was never used. */
  readonly lastUsedOn: string | null;
}

/** A new application with its token and secret. */
export interface CreatedApplication extends ApplicationWithToken {
  /** The client secret, in the clear; null for a public client. */
  clientSecret: string | null;
}

/** The effect that an input would have on an application. */
export interface ApplicationPreview {
  /** The name as it is stored. */
  readonly name: string;
  /** The names of the members that are set or changed. */
  readonly members: readonly string[];
  /** Whether an operator could trust the application afterwards. */
  readonly isTrustable: boolean;
}

/** An application's own token. `unreadable`: it works, but no secret key opens it. */
export type OwnToken =
  | { readonly state: 'none' }
  | { readonly state: 'unreadable' }
  | { readonly state: 'readable'; readonly value: string };

/**
 * Manages the applications of accounts and their access tokens (SPEC 5.3), for HTTP, the console, the command line and
 * code. Methods with an owner do not find applications of other owners.
 */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly repository: ApplicationsRepository,
    private readonly ownTokens: OwnTokensRepository,
    private readonly tokens: AccessTokensRepository,
    private readonly validator: DtoValidator,
    private readonly settings: ApplicationSettings,
    private readonly seal: TokenSeal,
    private readonly changes: ChangesService,
    private readonly secretUses: ClientSecretLastUse,
  ) {}

  /** Returns the name of an application; undefined if it does not exist. */
  findName(id: string): Promise<string | undefined> {
    return this.repository.findName(id);
  }

  /** Lists the applications of an account, oldest first. */
  list(ownerId: string): Promise<Application[]> {
    return isIdentifier(ownerId) ? this.repository.list(ownerId) : Promise.resolve([]);
  }

  /**
   * Lists applications of all owners, newest first.
   *
   * @returns a page; it may have fewer rows than `limit` and an `end`, after which the next one begins
   * @throws ApplicationNotFoundError for an unknown `before`
   */
  async listAll({ before, ...page }: ApplicationsPage): Promise<FoundPage<OwnedApplication>> {
    const position = before === undefined ? undefined : await this.findPosition(before);
    return this.repository.listAll(page, position);
  }

  private async findPosition(before: string): Promise<ListPosition> {
    const position =
      readPosition(before) ??
      (isIdentifier(before) ? await this.repository.findPosition(before) : null);
    if (!position) throw new ApplicationNotFoundError();
    return position;
  }

  /** @throws ApplicationNotFoundError */
  async get(ownerId: string, id: string): Promise<Application> {
    const application = isIdentifier(id) ? await this.repository.find(ownerId, id) : null;
    if (!application) throw new ApplicationNotFoundError();
    return application;
  }

  /** @param outer the change that creates the owner @throws ValidationFailedError, TooManyApplicationsError */
  async create(
    ownerId: string,
    input: Input<CreateApplicationDto>,
    requester: Requester,
    outer?: Change,
  ): Promise<CreatedApplication> {
    if (!isIdentifier(ownerId)) throw ValidationFailedError.about({ owner: 'owner_unknown' });
    const { isPublic, fields } = await this.settings.forCreation(input);
    const id = newIdentifier();
    const clientSecret = isPublic ? null : randomText(clientSecretLength);
    const { accessToken, row } = this.newToken(id);
    const clientSecretHash = clientSecret === null ? null : hashToken(clientSecret);
    const created = { id, ownerId, ...fields, clientSecretHash, trusted: false };
    const application = await this.changes.run(
      toRecord('application.create', created, requester),
      (change) => this.repository.create(change, created, row),
      outer,
    );
    // The owner was deleted in the meantime, together with the caller's token.
    if (!application) throw new InvalidTokenError();
    return { application, accessToken, clientSecret };
  }

  /**
   * Returns the effect of {@link create} or, for an existing application, of {@link update}, and changes nothing.
   *
   * @throws ValidationFailedError
   */
  async preview(
    input: Input<CreateApplicationDto & UpdateApplicationDto>,
    current?: Application,
  ): Promise<ApplicationPreview> {
    if (!current) {
      const { isPublic, members, fields } = await this.settings.forCreation(input);
      const client = { clientSecretHash: isPublic ? null : new Uint8Array() };
      const isTrustable = canTrust(client, fields.redirectUris);
      return { name: fields.name, members, isTrustable };
    }
    const { fields } = await this.settings.forUpdate(input, current);
    const stored: Readonly<Record<string, unknown>> = { ...current };
    const changed = Object.entries(fields).filter(
      ([name, value]) => !isDeepStrictEqual(value, stored[name]),
    );
    return {
      name: fields.name ?? current.name,
      members: changed.map(([name]) => getColumn(name)),
      isTrustable: canTrust(current, fields.redirectUris ?? current.redirectUris),
    };
  }

  /**
   * Changes all members or none. Other redirect URIs end the trust of an operator.
   *
   * @throws PreconditionFailedError if other redirect URIs than `known` are stored
   */
  async update(
    ownerId: string,
    id: string,
    input: Input<UpdateApplicationDto>,
    requester: Requester,
    known?: readonly string[],
  ): Promise<Application> {
    const { members, fields } = await this.settings.forUpdate(input, await this.get(ownerId, id));
    const record = toRecord('application.update', { id, ownerId }, requester);
    const distrust = toRecord('application.distrust', { id, ownerId }, requester);
    const updated = await this.changes.run({ ...record, members }, async (change) => {
      const wasTrusted = await this.repository.isTrusted(change, id);
      const changed = await this.repository.update(change, id, fields, known);
      if (changed && wasTrusted && !changed.trusted) {
        await this.changes.run(distrust, () => Promise.resolve(true), change);
      }
      return changed;
    });
    if (updated) return updated;
    const current = await this.get(ownerId, id);
    if (known && !isDeepStrictEqual(current.redirectUris, known)) {
      throw new PreconditionFailedError();
    }
    return current;
  }

  /** Returns an application of any owner. @throws ApplicationNotFoundError */
  async getAny(id: string): Promise<Application> {
    const application = isIdentifier(id) ? await this.repository.findAny(id) : null;
    if (!application) throw new ApplicationNotFoundError();
    return application;
  }

  /**
   * Trusts an application of any owner: users are not asked for consent to their identity and read access. The trust
   * ends when its redirect URIs change.
   *
   * @param known the redirect URIs that the operator has seen
   * @throws ApplicationNotFoundError, PreconditionFailedError if other redirect URIs are stored;
   *   ApplicationUntrustableError for a public client with a loopback address or an app's own scheme
   */
  async trust(id: string, known: readonly string[], requester: Requester): Promise<Application> {
    const record = toRecord('application.trust', await this.getAny(id), requester);
    const trusted = await this.changes.run(record, (change) =>
      this.repository.trust(change, id, known),
    );
    return trusted ?? this.getAny(id);
  }

  /** Ends the trust in an application of any owner. Its tokens stay valid. @throws ApplicationNotFoundError */
  async distrust(id: string, requester: Requester): Promise<Application> {
    const record = toRecord('application.distrust', await this.getAny(id), requester);
    const distrusted = await this.changes.run(record, (change) =>
      this.repository.distrust(change, id),
    );
    return distrusted ?? this.getAny(id);
  }

  /** Deletes an application of any owner with its tokens and grants. @throws ApplicationNotFoundError */
  async deleteAny(id: string, requester: Requester): Promise<void> {
    const { ownerId } = await this.getAny(id);
    await this.delete(ownerId, id, requester);
  }

  /** Deletes the application with its tokens and grants. @throws ApplicationNotFoundError */
  async delete(ownerId: string, id: string, requester: Requester): Promise<void> {
    const isDeleted =
      isIdentifier(id) &&
      (await this.changes.run(
        toRecord('application.delete', { id, ownerId }, requester),
        (change) => this.repository.delete(change, id),
      ));
    if (!isDeleted) throw new ApplicationNotFoundError();
  }

  /** Returns the application's own token; null if it was revoked or no secret key opens it. */
  async accessToken(application: Pick<Application, 'id'>): Promise<string | null> {
    const token = await this.ownToken(application);
    return token.state === 'readable' ? token.value : null;
  }

  /** Returns the ids of the account's applications that have their own token. */
  withToken(ownerId: string): Promise<ReadonlySet<string>> {
    return this.ownTokens.findApplicationIds(ownerId);
  }

  /** Returns the state of the application's own token. */
  async ownToken({ id }: Pick<Application, 'id'>): Promise<OwnToken> {
    const sealed = await this.ownTokens.findSealed(id);
    if (!sealed) return { state: 'none' };
    const value = this.seal.open(sealed, id);
    return value === undefined ? { state: 'unreadable' } : { state: 'readable', value };
  }

  /** Returns the same for display to the user, and writes an audit event. */
  async revealToken(application: Application, requester: Requester): Promise<OwnToken> {
    const token = await this.ownToken(application);
    if (token.state !== 'readable') return token;
    const record = toRecord('token.reveal', application, requester);
    const isOwned = await this.changes.run(record, () => Promise.resolve(true));
    return isOwned ? token : { state: 'none' };
  }

  /** Replaces the application's own token. The old one ends immediately. @throws ApplicationNotFoundError */
  async regenerateToken(
    ownerId: string,
    id: string,
    requester: Requester,
  ): Promise<ApplicationWithToken> {
    const { accessToken, row } = this.newToken(id);
    const known = await this.get(ownerId, id);
    const application = await this.changes.run(
      toRecord('token.create', known, requester),
      (change) => this.ownTokens.replace(change, known, row),
    );
    if (!application) throw new ApplicationNotFoundError();
    return { application, accessToken };
  }

  /** Revokes the application's own token. @throws ApplicationNotFoundError */
  async revokeToken(ownerId: string, id: string, requester: Requester): Promise<void> {
    const application = await this.get(ownerId, id);
    await this.changes.run(toRecord('token.revoke', application, requester), (change) =>
      this.ownTokens.delete(change, application),
    );
  }

  /** Lists the valid client secrets of an application, the current one first. A public client has none. */
  async secrets(application: Application): Promise<ClientSecret[]> {
    const secrets = validSecrets(application);
    const toKey = ({ hash }: StoredSecret) => toUseKey(application.id, hash);
    const used = await this.secretUses.lastUsed(secrets.map(toKey));
    return secrets.map((secret) => ({
      id: toSecretId(secret.hash),
      expiresAt: secret.expiresAt,
      lastUsedOn: used.get(toKey(secret)) ?? null,
    }));
  }

  /**
   * Replaces the client secret. The replaced one ends immediately, or after the given number of days. The one before it
   * always ends immediately.
   *
   * @throws ApplicationNotFoundError, ValidationFailedError, ClientSecretUnavailableError for a public client
   */
  async rotateSecret(
    ownerId: string,
    id: string,
    requester: Requester,
    input: Input<RotateSecretDto> = {},
  ): Promise<ApplicationWithSecret> {
    const { clientSecretHash } = await this.get(ownerId, id);
    const { keep_previous_days: days } = await this.validator.validate(RotateSecretDto, input);
    if (clientSecretHash === null) throw new ClientSecretUnavailableError();
    const clientSecret = randomText(clientSecretLength);
    const hash = hashToken(clientSecret);
    const keptUntil = days ? new Date(Date.now() + days * dayMs) : null;
    const application = await this.changes.run(
      toRecord('secret.rotate', { id, ownerId }, requester),
      (change) => this.repository.replaceSecret(change, id, hash, keptUntil),
    );
    if (!application) throw new ApplicationNotFoundError();
    return { application, clientSecret };
  }

  /**
   * Ends the client secret that the current one has replaced.
   *
   * @throws ApplicationNotFoundError; ClientSecretNotFoundError for a secret that has ended, and for the current one
   */
  async removeSecret(
    ownerId: string,
    id: string,
    secretId: string,
    requester: Requester,
  ): Promise<void> {
    await this.get(ownerId, id);
    const isEnded = await this.changes.run(
      toRecord('secret.remove', { id, ownerId }, requester),
      (change) => this.repository.removePreviousSecret(change, id, secretId),
    );
    if (!isEnded) throw new ClientSecretNotFoundError();
  }

  /** Whether text is the current client secret of the application. */
  isClientSecret({ clientSecretHash }: Application, text: string | undefined): text is string {
    if (clientSecretHash === null || text === undefined) return false;
    return timingSafeEqual(clientSecretHash, hashToken(text));
  }

  /** Revokes a token of any account. Returns whether it existed. */
  async revokeAnyToken(token: string, requester: Requester): Promise<boolean> {
    if (!isWellFormedToken(token)) return false;
    const hash = hashToken(token);
    const found = await this.tokens.find(hash);
    if (!found) return false;
    const about = { id: found.applicationId, ownerId: found.accountId };
    const record = toRecord('token.revoke', about, requester);
    const isEnded = await this.changes.run({ ...record, locks: 'nothing' }, (change) =>
      this.tokens.delete(change, hash),
    );
    return isEnded ?? false;
  }

  private newToken(applicationId: string): { accessToken: string; row: NewAccessToken } {
    const accessToken = newAccessToken();
    const sealed = this.seal.seal(accessToken, applicationId);
    const [sealedBy] = this.seal.fingerprints;
    const hash = hashToken(accessToken);
    return { accessToken, row: { hash, sealed, sealedBy: sealedBy!, scope: [...scopes] } };
  }
}

function toRecord(
  event: NonNullable<ChangeRecord['event']>,
  { id: applicationId, ownerId: accountId }: Pick<Application, 'id' | 'ownerId'>,
  proof: Requester,
): ChangeRecord {
  return { event, accountId, applicationId, proof };
}
