import { Controller, Delete, Get, Post, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { SessionRequiredError } from '../../errors/error-registry.js';
import { ApiEndpoint, bodyErrors } from '../../http/api-endpoint.decorator.js';
import { JsonBody } from '../../http/input/json-body.js';
import { NotStored } from '../../http/not-stored.decorator.js';
import { ApiTags } from '../../http/openapi/swagger.decorators.js';
import { Operation } from '../../http/operation.decorator.js';
import { DtoValidator } from '../../validation/dto-validator.js';
import type { Unvalidated } from '../../validation/unvalidated.js';
import { BrowserSignInService } from '../browser-sign-in.service.js';
import { OpenToSignedOut } from './browser.guard.js';
import { CurrentBrowser, type SessionBrowser } from '../browser.js';
import { SessionResponseDto, SignInResponseDto } from './dto/session.dto.js';
import { ConfirmationDto, SecondFactorDto, SignInDto } from './dto/sign-in.dto.js';
import { RelyingParties } from '../relying-parties.js';
import { SessionApi } from './session-api.decorator.js';
import { SessionResponses } from './session-responses.js';

/** The session of a browser on the host's pages, which is also that of the console. */
@ApiTags('session')
@SessionApi()
@Controller({ path: 'session', version: VERSION_NEUTRAL })
export class SessionController {
  constructor(
    private readonly signIns: BrowserSignInService,
    private readonly sites: RelyingParties,
    private readonly responses: SessionResponses,
    private readonly validator: DtoValidator,
  ) {}

  @Post()
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'signIn',
    summary: 'Sign in',
    description:
      'Signs in with the email address and the password. If the account needs a second step, the browser is not signed in yet: `next` names the step, for which it has ten minutes.',
    success: {
      status: 200,
      description: 'The session, or the next step.',
      type: SignInResponseDto,
    },
    errors: [...bodyErrors, 'credentials_wrong', 'account_suspended', 'overloaded'],
    invalid: { email: 'required' },
  })
  @Operation('sessions.update')
  async signIn(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(SignInDto) body: Unvalidated<SignInDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<SignInResponseDto> {
    const { email, password } = await this.validator.validate(SignInDto, body);
    const step = await this.signIns.signIn(email, password, browser);
    return this.responses.continueSignIn(step, browser, response);
  }

  @Post('second-factor')
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'verifySecondFactor',
    summary: 'Complete a sign-in with a code',
    description:
      'The second step after `next: second_factor`, in the same browser. Accepts the code of the authenticator app, or a recovery code. Each code works once.',
    success: { status: 200, description: 'The session.', type: SessionResponseDto },
    errors: [...bodyErrors, 'sign_in_expired', 'credentials_wrong', 'account_suspended'],
    invalid: { code: 'code_wrong' },
  })
  @Operation('sessions.update')
  async verifySecondFactor(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(SecondFactorDto) body: Unvalidated<SecondFactorDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<SessionResponseDto> {
    const { code } = await this.validator.validate(SecondFactorDto, body);
    const token = await this.signIns.verifyCode(code, browser);
    return this.responses.begin(token, browser, response);
  }

  @Get()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'readSession',
    summary: 'Read the session',
    description: 'Returns the account that is signed in, as `GET /accounts/me` does.',
    success: { status: 200, description: 'The session.', type: SessionResponseDto },
    errors: ['session_required', 'account_suspended'],
  })
  @Operation('sessions.read')
  read(@CurrentBrowser() { account, session }: SessionBrowser): SessionResponseDto {
    return this.responses.present(account!, session!);
  }

  @Delete()
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Also succeeds if the browser is not signed in.',
    success: { status: 204, description: 'The browser is signed out.' },
  })
  @Operation('sessions.update')
  async signOut(
    @CurrentBrowser() browser: SessionBrowser,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<void> {
    await this.signIns.end(browser);
    this.responses.end(browser, response);
  }

  @Post('confirmation')
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'confirmSession',
    summary: 'Confirm that the user is present',
    description:
      'Records that the user has entered a code or used a passkey, or the password without a second factor. The console accepts this for ten minutes; `authenticatedAt` of the principal is the time. The browser receives a new token.',
    success: { status: 200, description: 'The session.', type: SessionResponseDto },
    errors: [
      ...bodyErrors,
      'session_required',
      'account_suspended',
      'passkey_wrong',
      'passkey_copied',
      'overloaded',
    ],
    invalid: { code: 'code_wrong' },
  })
  @Operation('sessions.update')
  async confirm(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(ConfirmationDto) body: Unvalidated<ConfirmationDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<SessionResponseDto> {
    const { password, code, passkey } = await this.validator.validate(ConfirmationDto, body);
    const { account, session, requester } = browser;
    const signedIn = { account: account!, session: session!, requester };
    const token = passkey
      ? await this.signIns.confirmWithPasskey(
          JSON.stringify(passkey),
          this.sites.site(browser),
          signedIn,
        )
      : await this.signIns.confirm({ password: password ?? '', code: code ?? '' }, signedIn);
    if (token === undefined) throw new SessionRequiredError();
    return this.responses.begin(token, browser, response);
  }
}
