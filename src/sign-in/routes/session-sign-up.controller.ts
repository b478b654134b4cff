import { Controller, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { newIdentifier } from '../../database/identifier.js';
import { exampleEmail } from '../../accounts/dto/account.rules.js';
import { ApiEndpoint, bodyErrors } from '../../http/api-endpoint.decorator.js';
import { ResponseHeaders } from '../../http/headers/response-headers.js';
import { JsonBody } from '../../http/input/json-body.js';
import { NotStored } from '../../http/not-stored.decorator.js';
import { ApiResponse, ApiTags } from '../../http/openapi/swagger.decorators.js';
import { Operation } from '../../http/operation.decorator.js';
import type { IncomingHeaders } from '../../request/incoming-headers.js';
import { DtoValidator } from '../../validation/dto-validator.js';
import type { Unvalidated } from '../../validation/unvalidated.js';
import { BrowserSignUpService } from '../browser-sign-up.service.js';
import { OpenToSignedOut } from './browser.guard.js';
import { CurrentBrowser, type SessionBrowser } from '../browser.js';
import { ReturnToDto, SessionSignUpDto } from './dto/return-to.dto.js';
import { SignInResponseDto } from './dto/session.dto.js';
import { ConfirmedSignUpDto, SignUpConfirmationDto } from './dto/sign-up-confirmation.dto.js';
import { readReturnPath } from '../../browser-client/index.js';
import { SessionApi } from './session-api.decorator.js';
import { SessionResponses } from './session-responses.js';

/** The sign-up on the host's pages. */
@ApiTags('session')
@SessionApi()
@Controller({ path: 'session/sign-up', version: VERSION_NEUTRAL })
export class SessionSignUpController {
  constructor(
    private readonly signUps: BrowserSignUpService,
    private readonly responses: SessionResponses,
    private readonly validator: DtoValidator,
    private readonly adapterHost: HttpAdapterHost,
    private readonly headers: ResponseHeaders,
  ) {}

  @Post()
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'signUp',
    summary: 'Sign up',
    description:
      'If the service sends mails, sends one with a link and a code to the address, and creates the account once either is confirmed. The response does not reveal whether an account has the address. Otherwise creates the account and signs in.',
    success: {
      status: 200,
      description: 'The session, or the next step, if the service sends no mails.',
      type: SignInResponseDto,
    },
    errors: [...bodyErrors, 'not_found', 'overloaded'],
    invalid: { email: { code: 'email_invalid', params: { example: exampleEmail } } },
  })
  @ApiResponse({ status: 202, description: 'The email will be sent.' })
  @Operation('sessions.update')
  async signUp(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(SessionSignUpDto) body: Unvalidated<SessionSignUpDto>,
    @Req() request: IncomingHeaders,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<SignInResponseDto | undefined> {
    const { return_to } = await this.validator.validate(ReturnToDto, body);
    const origin = { returnTo: readReturnPath(return_to), codeRequest: newIdentifier() };
    const language_code = this.headers.getLanguage(request).code;
    const step = await this.signUps.signUp({ language_code, ...body }, browser, origin);
    if (step) return this.responses.continueSignIn(step, browser, response);
    this.responses.keepCodeRequest(origin.codeRequest, browser, response);
    this.adapterHost.httpAdapter.status(response, 202);
    return undefined;
  }

  @Post('confirmation')
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'confirmSignUp',
    summary: 'Confirm a sign-up',
    description:
      'Creates the account of a mailed link or code with its verified address, and signs in. A browser that did not sign up needs the password chosen there. With `name`, replaces the name, the language and the password, for an owner of the address who has not signed up.',
    success: {
      status: 200,
      description: 'The session, or the next step.',
      type: ConfirmedSignUpDto,
    },
    errors: [...bodyErrors, 'link_invalid', 'not_found', 'overloaded'],
    invalid: { password: 'sign_up_password_wrong' },
  })
  @Operation('sessions.update')
  async confirm(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(SignUpConfirmationDto) body: Unvalidated<SignUpConfirmationDto>,
    @Req() request: IncomingHeaders,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<ConfirmedSignUpDto> {
    const confirmation = await this.validator.validate(SignUpConfirmationDto, body);
    const { code: requested } = this.headers.getLanguage(request);
    const { password, name, language_code } = confirmation;
    const isRenamed = typeof name === 'string' || typeof language_code === 'string';
    const renamed = isRenamed
      ? { name: name ?? '', language_code: language_code ?? requested }
      : undefined;
    const { step, returnTo } = await this.signUps.confirm(
      confirmation,
      password ?? undefined,
      browser,
      renamed,
    );
    const signedIn = await this.responses.continueSignIn(step, browser, response);
    return { ...signedIn, return_to: returnTo };
  }
}
