import { Injectable } from '@nestjs/common';
import type { Application } from '../database/records.js';
import type { Violations } from '../errors/form-error.js';
import { ApiVersions } from '../http/versions/api-versions.js';
import { DtoValidator } from '../validation/dto-validator.js';
import type { ExaminedInput } from '../validation/examined-input.js';
import { presentMembers, presentNames } from '../validation/present-members.js';
import type { Input } from '../validation/unvalidated.js';
import type { ApplicationFields } from './applications.repository.js';
import { CreateApplicationDto } from './dto/create-application.dto.js';
import { UpdateApplicationDto } from './dto/update-application.dto.js';

/** Validates the settings of applications, and converts them to columns. */
@Injectable()
export class ApplicationSettings {
  constructor(
    private readonly validator: DtoValidator,
    private readonly versions: ApiVersions,
  ) {}

  /** Also returns the names of the members in the input. @throws ValidationFailedError */
  async forCreation(input: Input<CreateApplicationDto>): Promise<{
    readonly isPublic: boolean;
    readonly members: string[];
    readonly fields: ApplicationFields;
  }> {
    const dto = await this.validator.validate(CreateApplicationDto, input, async (sent) =>
      this.findViolations(sent, sent.getValid('public') === true),
    );
    const fields = {
      name: dto.name,
      redirectUris: dto.redirect_uris ?? [],
      postLogoutRedirectUris: dto.post_logout_redirect_uris ?? [],
      apiVersion: this.toListedVersion(dto.api_version ?? this.versions.newest.version),
      requirePkce: dto.require_pkce ?? true,
      clientCredentials: dto.client_credentials ?? false,
    };
    return { isPublic: dto.public === true, members: presentNames(dto), fields };
  }

  /** Also returns the names of the members in the input. @throws ValidationFailedError */
  async forUpdate(
    input: Input<UpdateApplicationDto>,
    { apiVersion, clientSecretHash }: Application,
  ): Promise<{ readonly members: string[]; readonly fields: Partial<ApplicationFields> }> {
    const dto = await this.validator.validate(UpdateApplicationDto, input, async (sent) =>
      this.findViolations(sent, clientSecretHash === null, apiVersion),
    );
    return { members: presentNames(dto), fields: this.toFields(dto) };
  }

  private findViolations(
    sent: ExaminedInput<
      Pick<CreateApplicationDto, 'api_version' | 'require_pkce' | 'client_credentials'>
    >,
    isPublic: boolean,
    currentVersion?: string,
  ): Violations {
    const version = sent.getValid('api_version');
    const { oldest, newest } = this.versions;
    const params = { oldest: oldest.version, newest: newest.version };
    return {
      ...(typeof version === 'string' &&
        // Accept a retired version that is unchanged, so that a response can be sent back.
        version !== currentVersion &&
        !this.versions.find(version) && { api_version: { code: 'version_unsupported', params } }),
      ...(isPublic &&
        sent.getValid('require_pkce') === false && { require_pkce: 'pkce_mandatory' }),
      ...(isPublic &&
        sent.getValid('client_credentials') === true && {
          client_credentials: 'client_secret_unavailable',
        }),
    };
  }

  private toFields(dto: UpdateApplicationDto): Partial<ApplicationFields> {
    return presentMembers({
      name: dto.name,
      redirectUris: dto.redirect_uris === null ? [] : dto.redirect_uris,
      postLogoutRedirectUris:
        dto.post_logout_redirect_uris === null ? [] : dto.post_logout_redirect_uris,
      apiVersion: dto.api_version === undefined ? undefined : this.toListedVersion(dto.api_version),
      requirePkce: dto.require_pkce,
      clientCredentials: dto.client_credentials,
    });
  }

  private toListedVersion(version: string): string {
    return this.versions.find(version)?.version ?? version;
  }
}
