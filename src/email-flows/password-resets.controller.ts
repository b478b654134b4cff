import { Controller, Post, VERSION_NEUTRAL } from '@nestjs/common';
import { OwnTokenOnly } from '../access/authentication/scope.guard.js';
import { exampleEmail } from '../accounts/dto/account.rules.js';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { ApiEndpoint, bodyErrors } from '../http/api-endpoint.decorator.js';
import { JsonBody } from '../http/input/json-body.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { ApiTags } from '../http/openapi/swagger.decorators.js';
import { Operation } from '../http/operation.decorator.js';
import { PasswordResetDto } from './dto/password-reset.dto.js';
import { PasswordResetService } from './password-reset.service.js';

/** Requests password reset links for applications with their own sign-in pages. */
@ApiTags('accounts')
@AccountsApi()
@OwnTokenOnly()
@Controller({ path: 'password-resets', version: VERSION_NEUTRAL })
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResetService) {}

  @Post()
  @ApiEndpoint({
    operationId: 'requestPasswordReset',
    summary: 'Send an email to reset a password',
    description:
      'The response is the same whether or not an account has the address. The link in the email works for 30 minutes. Requires an application’s own token.',
    success: { status: 202, description: 'The email will be sent if an account has the address.' },
    errors: [...bodyErrors, 'own_token_required'],
    invalid: { email: { code: 'email_invalid', params: { example: exampleEmail } } },
  })
  @Operation('accounts.reset')
  request(@JsonBody(PasswordResetDto) body: Unvalidated<PasswordResetDto>): Promise<void> {
    return this.resets.request(body);
  }
}
