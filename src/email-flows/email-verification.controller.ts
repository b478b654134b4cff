import { Controller, Post, VERSION_NEUTRAL } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '../principals/principal.js';
import { OwnAccountOnly, ownershipErrors } from '../accounts/own-account.guard.js';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { ApiEndpoint } from '../http/api-endpoint.decorator.js';
import { ApiTags } from '../http/openapi/swagger.decorators.js';
import { Operation } from '../http/operation.decorator.js';
import { EmailVerificationService } from './email-verification.service.js';

@ApiTags('accounts')
@AccountsApi()
@Controller({ path: 'accounts', version: VERSION_NEUTRAL })
export class EmailVerificationController {
  constructor(private readonly verification: EmailVerificationService) {}

  @Post(':account_id/email-verification')
  @OwnAccountOnly()
  @ApiEndpoint({
    operationId: 'requestEmailVerification',
    scope: 'account:write',
    summary: 'Send an email to verify the email address',
    description:
      'The link in the email works for 24 hours, for the current address of the account.',
    success: { status: 202, description: 'The email will be sent.' },
    errors: ownershipErrors,
  })
  @Operation('accounts.verify')
  request(@CurrentPrincipal() { account }: Principal): Promise<void> {
    return this.verification.request(account);
  }
}
