import { Injectable } from '@nestjs/common';
import { ChangesService } from '../changes/changes.service.js';
import { isIdentifier, newIdentifier } from '../database/identifier.js';
import type { Application } from '../database/records.js';
import { ApplicationNotFoundError, TokenNotFoundError } from '../errors/error-registry.js';
import type { Violations } from '../errors/form-error.js';
import { hashToken, newAccessToken, hashToTokenId } from '../principals/access-token.js';
import { TokenLastUse } from '../principals/token-last-use.js';
import type { Requester } from '../request/requester.js';
import { DtoValidator } from '../validation/dto-validator.js';
import type { ExaminedInput } from '../validation/examined-input.js';
import type { Input } from '../validation/unvalidated.js';
import { ApplicationsService } from './applications.service.js';
import { CreateNamedTokenDto, fullScope } from './dto/create-named-token.dto.js';
import { NamedTokensRepository, type NamedTokenRow } from './named-tokens.repository.js';

const dayMs = 24 * 60 * 60_000;

/** An additional token of an application, for the account of its owner. */
export interface NamedToken {
  /** Identifies the token without revealing it. */
  readonly id: string;
  /** The name that the owner gave it. */
  readonly name: string;
  /** The scopes of the token. */
  readonly scope: readonly string[];
  /** Whether it may do everything that the application's own token may. */
  readonly isFullAccess: boolean;
  /** When it was created. */
  readonly createdAt: Date;
  /** When it expires; null if it does not. */
  readonly expiresAt: Date | null;
  /** The UTC day of its last use, as `2026-01-19`; undefined if it was never used. */
  readonly usedOn: string | undefined;
}

/** A new named token, with the token in the clear, which is returned only once. */
export interface CreatedNamedToken extends NamedToken {
  /** The access token: 86 letters and digits. */
  readonly accessToken: string;
}

/** Manages the named tokens of applications. Does not find applications of other owners. */
@Injectable()
export class NamedTokensService {
  constructor(
    private readonly repository: NamedTokensRepository,
    private readonly applications: ApplicationsService,
    private readonly uses: TokenLastUse,
    private readonly validator: DtoValidator,
    private readonly changes: ChangesService,
  ) {}

  /** Lists the named tokens of an application that have not expired, oldest first. @throws ApplicationNotFoundError */
  async list(ownerId: string, applicationId: string): Promise<NamedToken[]> {
    const { id } = await this.applications.get(ownerId, applicationId);
    const rows = await this.repository.list(id);
    const tokenIds = rows.map(({ hash }) => hashToTokenId(hash));
    const used = await this.uses.lastUsed(tokenIds);
    return rows.map((row, i) => toNamedToken(row, used.get(tokenIds[i]!)));
  }

  /** @throws ApplicationNotFoundError, ValidationFailedError, TooManyTokensError */
  async create(
    ownerId: string,
    applicationId: string,
    input: Input<CreateNamedTokenDto>,
    requester: Requester,
  ): Promise<CreatedNamedToken> {
    const application = await this.applications.get(ownerId, applicationId);
    const dto = await this.validator.validate(CreateNamedTokenDto, input, async (sent) =>
      findViolations(sent),
    );
    const accessToken = newAccessToken();
    const createdAt = new Date();
    const days = dto.expires_in_days;
    const row: NamedTokenRow = {
      id: newIdentifier(),
      name: dto.name,
      hash: hashToken(accessToken),
      kind: dto.full_access ? 'application' : 'restricted',
      scope: (dto.scope ?? fullScope).split(' '),
      applicationId,
      accountId: ownerId,
      createdAt,
      expiresAt: days === null ? null : new Date(createdAt.getTime() + days * dayMs),
    };
    const isCreated = await this.changes.run(
      { event: 'token.create', ...toSubject(application), proof: requester },
      (change) => this.repository.create(change, row),
    );
    if (!isCreated) throw new ApplicationNotFoundError();
    return { ...toNamedToken(row), accessToken };
  }

  /** Revokes a named token, which ends immediately. @throws ApplicationNotFoundError, TokenNotFoundError */
  async revoke(
    ownerId: string,
    applicationId: string,
    id: string,
    requester: Requester,
  ): Promise<void> {
    const application = await this.applications.get(ownerId, applicationId);
    const isRevoked =
      isIdentifier(id) &&
      (await this.changes.run(
        { event: 'token.revoke', ...toSubject(application), proof: requester },
        (change) => this.repository.delete(change, applicationId, id),
      ));
    if (!isRevoked) throw new TokenNotFoundError();
  }
}

function toSubject({ id: applicationId, ownerId: accountId }: Application) {
  return { accountId, applicationId };
}

function findViolations(sent: ExaminedInput<CreateNamedTokenDto>): Violations {
  const isGiven = (sent.getGiven('scope') ?? undefined) !== undefined;
  if (sent.getValid('full_access') !== true) return isGiven ? {} : { scope: 'required' };
  const narrower = sent.getValid('scope') ?? fullScope;
  const choices = { choices: fullScope };
  return narrower === fullScope ? {} : { scope: { code: 'not_a_choice', params: choices } };
}

function toNamedToken(row: NamedTokenRow, usedOn?: string): NamedToken {
  const { id, name, scope, kind, createdAt, expiresAt } = row;
  return { id, name, scope, isFullAccess: kind === 'application', createdAt, expiresAt, usedOn };
}
