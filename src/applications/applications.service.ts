import { Injectable } from '@nestjs/common';
import { hashToken, isWellFormedToken, newAccessToken } from '../access/access-token.js';
import { newIdentifier } from '../access/identifier.js';
import { scopes } from '../access/principal.js';
import { randomText } from '../access/random-text.js';
import { TokenSeal } from '../access/token-seal.js';
import type { Application } from '../database/records.js';
import { ApiVersions } from '../http/api-versions.js';
import { DtoValidator } from '../http/dto-validator.js';
import { ValidationFailedError } from '../http/validation-failed.error.js';
import { ApplicationsRepository } from './applications.repository.js';
import { CreateApplicationDto } from './dto/create-application.dto.js';

const clientSecretLength = 64;

/** An application at its creation, the only time its secret is in the clear. */
export interface CreatedApplication {
  application: Application;
  accessToken: string;
  /** None for a public client. */
  clientSecret: string | null;
}

/** A person's applications and their access tokens (SPEC 5.3). */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly repository: ApplicationsRepository,
    private readonly validator: DtoValidator,
    private readonly versions: ApiVersions,
    private readonly seal: TokenSeal,
  ) {}

  /** @throws ValidationFailedError */
  async create(ownerId: string, input: CreateApplicationDto): Promise<CreatedApplication> {
    const dto = await this.validator.validate(CreateApplicationDto, input);
    const id = newIdentifier();
    const accessToken = newAccessToken();
    const clientSecret = dto.public ? null : randomText(clientSecretLength);
    const application = await this.repository.create(
      {
        id,
        ownerId,
        name: dto.name,
        clientSecretHash: clientSecret === null ? null : hashToken(clientSecret),
        redirectUris: dto.redirect_uris ?? [],
        apiVersion: this.supported(dto.api_version),
      },
      { hash: hashToken(accessToken), sealed: this.seal.seal(accessToken, id), scope: [...scopes] },
    );
    return { application, accessToken, clientSecret };
  }

  list(): Promise<(Application & { owner: { email: string } })[]> {
    return this.repository.list();
  }

  /** Ends a token at once. Returns whether there was such a token. */
  async revoke(token: string): Promise<boolean> {
    return isWellFormedToken(token) && this.repository.revokeToken(hashToken(token));
  }

  private supported(version: string | null | undefined): string {
    if (version === null || version === undefined) return this.versions.newest.version;
    const found = this.versions.find(version);
    if (found) return found.version;
    const params = { oldest: this.versions.oldest.version, newest: this.versions.newest.version };
    throw new ValidationFailedError({
      children: { api_version: { errors: [{ code: 'version_unsupported', params }] } },
    });
  }
}
