import { Controller, Optional, Post, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { newIdentifier } from '../../database/identifier.js';
import { exampleEmail } from '../../accounts/dto/account.rules.js';
import { EmailCodesService } from '../../email-flows/links/email-codes.service.js';
import { PasswordResetService } from '../../email-flows/password-reset.service.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { ApiEndpoint, bodyErrors } from '../../http/api-endpoint.decorator.js';
import { JsonBody } from '../../http/input/json-body.js';
import { NotStored } from '../../http/not-stored.decorator.js';
import { ApiTags } from '../../http/openapi/swagger.decorators.js';
import { Operation } from '../../http/operation.decorator.js';
import { Mailer } from '../../mail/mailer.js';
import { DtoValidator } from '../../validation/dto-validator.js';
import type { Unvalidated } from '../../validation/unvalidated.js';
import { OpenToSignedOut } from './browser.guard.js';
import { CurrentBrowser, type SessionBrowser } from '../browser.js';
import {
  PasswordResetConfirmationDto,
  PasswordResetResponseDto,
} from './dto/password-reset-confirmation.dto.js';
import { ReturnToDto, SessionPasswordResetDto } from './dto/return-to.dto.js';
import { readReturnPath } from '../../browser-client/index.js';
import { SessionApi } from './session-api.decorator.js';
import { SessionResponses } from './session-responses.js';

/** The reset of a forgotten password on the host's pages. */
@ApiTags('session')
@SessionApi()
@Controller({ path: 'session/password-reset', version: VERSION_NEUTRAL })
export class SessionPasswordResetController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly responses: SessionResponses,
    private readonly validator: DtoValidator,
    private readonly codes: EmailCodesService,
    @Optional() private readonly mailer?: Mailer,
  ) {}

  @Post()
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'requestOwnPasswordReset',
    summary: 'Send an email to reset the password',
    description:
      'The response is the same whether or not an account has the address. The email contains a link that works for 30 minutes, and a code.',
    success: { status: 202, description: 'The email will be sent if an account has the address.' },
    errors: [...bodyErrors, 'not_found'],
    invalid: { email: { code: 'email_invalid', params: { example: exampleEmail } } },
  })
  @Operation('sessions.update')
  async request(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(SessionPasswordResetDto) body: Unvalidated<SessionPasswordResetDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<void> {
    if (!this.mailer) throw new NotFoundError();
    const { return_to } = await this.validator.validate(ReturnToDto, body);
    const [returnTo, codeRequest] = [readReturnPath(return_to), newIdentifier()];
    await this.resets.requestByVisitor(body, browser.requester, returnTo, codeRequest);
    this.responses.keepCodeRequest(codeRequest, browser, response);
  }

  @Post('confirmation')
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'resetPassword',
    summary: 'Reset the password',
    description:
      'Replaces the password with the token of a mailed link, or with the code in the same mail. Ends all sessions and authorizations of the account, and signs this browser out.',
    success: {
      status: 200,
      description: 'The password is replaced.',
      type: PasswordResetResponseDto,
    },
    errors: [...bodyErrors, 'link_invalid', 'overloaded'],
    invalid: { new_password: { code: 'too_short', params: { min: 6 } } },
  })
  @Operation('sessions.update')
  async reset(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(PasswordResetConfirmationDto) body: Unvalidated<PasswordResetConfirmationDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<PasswordResetResponseDto> {
    const confirmation = await this.validator.validate(PasswordResetConfirmationDto, body);
    const { new_password, end_application_tokens } = confirmation;
    const token = await this.codes.resolve(confirmation, 'reset', browser);
    const changer = {
      ...browser.requester,
      endApplicationTokens: end_application_tokens ?? true,
    };
    const { account, returnTo } = await this.resets.reset(token, new_password, changer);
    this.responses.end(browser, response);
    return { email: account.email, return_to: returnTo };
  }
}
