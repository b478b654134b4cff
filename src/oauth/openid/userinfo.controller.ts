import {
  applyDecorators,
  Controller,
  Get,
  Header,
  HttpCode,
  Post,
  UseFilters,
  UseGuards,
  UseInterceptors,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { VerifiedEmailsRepository } from '../../accounts/emails/verified-emails.repository.js';
import { AccountsErrorFilter } from '../../http/accounts-error.filter.js';
import { errorResponses, tokenErrors } from '../../http/api-endpoint.decorator.js';
import { CrossOrigin } from '../../http/cross-origin.guard.js';
import { limited, notStored, requestId } from '../../http/openapi/header.schemas.js';
import {
  AccountsSchema,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  ApiTags,
} from '../../http/openapi/swagger.decorators.js';
import {
  identifierSchema,
  languageTagSchema,
  nameSchema,
  unixTimeSchema,
} from '../../http/openapi/text.schemas.js';
import { Operation } from '../../http/operation.decorator.js';
import { RateLimitGuard } from '../../http/rate-limit.guard.js';
import { RequestIdInterceptor } from '../../http/request-id.interceptor.js';
import { securitySchemes } from '../../http/security.schemes.js';
import { Languages } from '../../language/languages.js';
import { CurrentPrincipal, type Principal } from '../../principals/principal.js';
import { UserinfoGuard } from './userinfo.guard.js';

@AccountsSchema
class UserinfoDto {
  @ApiProperty({ ...identifierSchema, description: 'The id of the account.' })
  sub!: string;

  @ApiPropertyOptional({ ...nameSchema, description: 'With the scope `profile`.' })
  name?: string;

  @ApiPropertyOptional({
    description: 'With the scope `profile`: the language of the account (BCP 47).',
    ...languageTagSchema,
    example: 'en',
  })
  locale?: string;

  @ApiPropertyOptional({
    ...unixTimeSchema,
    description: 'With the scope `profile`: when the account last changed, in Unix seconds.',
  })
  updated_at?: number;

  @ApiPropertyOptional({
    description: 'With the scope `email`: the address with which the user signs in.',
    format: 'email',
    maxLength: 255,
  })
  email?: string;

  @ApiPropertyOptional({
    description: 'With the scope `email`: whether the user has confirmed this address.',
  })
  email_verified?: boolean;
}

const Userinfo = (method: MethodDecorator, operationId: string) =>
  applyDecorators(
    method,
    Operation('oauth.userinfo'),
    HttpCode(200),
    Header('Cache-Control', 'no-store'),
    Header('Pragma', 'no-cache'),
    ApiOperation({
      operationId,
      summary: 'Read the claims about the user',
      description:
        'OpenID Connect Core section 5.3. The token needs the scope `openid`. It is in the header or, with POST, in a form.',
      security: [{ [securitySchemes.openid]: ['openid'] }],
    }),
    ApiResponse({
      status: 200,
      description: 'The claims that the scope of the token includes.',
      type: UserinfoDto,
      headers: { ...notStored, ...requestId, ...limited },
    }),
    errorResponses(tokenErrors),
  );

/** Tells clients about the user of a token (OpenID Connect Core section 5.3). */
@ApiTags('oauth')
@UseGuards(UserinfoGuard, RateLimitGuard)
// Below the other guards, because decorators are applied from the bottom up.
@CrossOrigin()
@UseInterceptors(RequestIdInterceptor)
@UseFilters(AccountsErrorFilter)
@Controller({ path: 'oauth/userinfo', version: VERSION_NEUTRAL })
export class UserinfoController {
  constructor(
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly languages: Languages,
  ) {}

  @Userinfo(Get(), 'readUserinfo')
  read(@CurrentPrincipal() principal: Principal): Promise<UserinfoDto> {
    return this.claims(principal);
  }

  @Userinfo(Post(), 'requestUserinfo')
  request(@CurrentPrincipal() principal: Principal): Promise<UserinfoDto> {
    return this.claims(principal);
  }

  /** An email that a client has set is not shown before its owner adopts it. */
  private async claims({ account, scope }: Principal): Promise<UserinfoDto> {
    const { id, name, languageCode, updatedAt, email } = account;
    return {
      sub: id,
      ...(scope.includes('profile') && {
        name,
        locale: this.languages.get(languageCode)?.tag ?? languageCode,
        updated_at: Math.floor(updatedAt.getTime() / 1_000),
      }),
      ...(scope.includes('email') && {
        email,
        email_verified: (await this.verifiedEmails.verifiedAt(account)) !== null,
      }),
    };
  }
}
