import { Controller, Delete, Get, Post, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { SessionsService } from '../access/sessions/sessions.service.js';
import { readAccount } from '../accounts/account.members.js';
import type { Account, Session } from '../database/records.js';
import { SessionRequiredError } from '../errors/error-registry.js';
import { ApiEndpoint, bodyErrors } from '../http/api-endpoint.decorator.js';
import { JsonBody } from '../http/input/json-body.js';
import { NotStored } from '../http/not-stored.decorator.js';
import { ApiTags } from '../http/openapi/swagger.decorators.js';
import { Operation } from '../http/operation.decorator.js';
import { Links } from '../http/urls/links.js';
import { DtoValidator } from '../validation/dto-validator.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { BrowserSignInService } from './browser-sign-in.service.js';
import { OpenToSignedOut } from './browser.guard.js';
import { CurrentBrowser, type SessionBrowser } from './browser.js';
import { SessionResponseDto, SignInResponseDto } from './dto/session.dto.js';
import { ConfirmationDto, SecondFactorDto, SignInDto } from './dto/sign-in.dto.js';
import { SessionApi } from './session-api.decorator.js';
import { SessionCookies } from './session-cookies.js';
import { presentSession } from './session.presenter.js';

/** The session of a browser on the host's pages, which is also that of the console. */
@ApiTags('session')
@SessionApi()
@Controller({ path: 'session', version: VERSION_NEUTRAL })
export class SessionController {
  constructor(
    private readonly signIns: BrowserSignInService,
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly validator: DtoValidator,
    private readonly links: Links,
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
    switch (step.status) {
      case 'signed_in':
        return this.begin(step.token, browser, response);
      case 'second_factor_required':
        this.wait(step.pending, browser, response);
        return { next: 'second_factor', methods: step.methods };
      case 'second_factor_setup_required':
        this.wait(step.pendingSetup, browser, response);
        return { next: 'second_factor_setup' };
    }
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
    return this.begin(await this.signIns.verifyCode(code, browser), browser, response);
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
    return this.present(account!, session!);
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
    this.cookies.setToken(response, null);
    this.cookies.setPendingSignIn(response, null, browser);
  }

  @Post('confirmation')
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'confirmSession',
    summary: 'Confirm that the user is present',
    description:
      'Records that the user has entered a code, or the password without a second factor. The console accepts this for ten minutes; `authenticatedAt` of the principal is the time. The browser receives a new token.',
    success: { status: 200, description: 'The session.', type: SessionResponseDto },
    errors: [...bodyErrors, 'session_required', 'account_suspended', 'overloaded'],
    invalid: { code: 'code_wrong' },
  })
  @Operation('sessions.update')
  async confirm(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(ConfirmationDto) body: Unvalidated<ConfirmationDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<SessionResponseDto> {
    const { password, code } = await this.validator.validate(ConfirmationDto, body);
    const shown = { password: password ?? '', code: code ?? '' };
    const { account, session, requester } = browser;
    const signedIn = { account: account!, session: session!, requester };
    const token = await this.signIns.confirm(shown, signedIn);
    if (token === undefined) throw new SessionRequiredError();
    return this.begin(token, browser, response);
  }

  private async begin(
    token: string,
    browser: SessionBrowser,
    response: unknown,
  ): Promise<SessionResponseDto> {
    const session = await this.sessions.find(token);
    // Another request may already have ended the session.
    if (!session) throw new SessionRequiredError();
    this.cookies.setToken(response, token);
    this.cookies.setPendingSignIn(response, null, browser);
    return this.present(session.account, session);
  }

  private wait(pending: string, browser: SessionBrowser, response: unknown): void {
    if (browser.isNew) this.cookies.setToken(response, browser.token);
    this.cookies.setPendingSignIn(response, pending, browser);
  }

  private present(account: Account, session: Session): SessionResponseDto {
    return {
      session: presentSession(session),
      account: readAccount(account),
      _links: this.links.self('session'),
    };
  }
}
