import { Controller, Post, Res, VERSION_NEUTRAL } from '@nestjs/common';
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
import { PasskeyDto, PasskeyRequestOptionsDto } from './dto/passkey.dto.js';
import { SessionResponseDto } from './dto/session.dto.js';
import { RelyingParties } from '../relying-parties.js';
import { SessionApi } from './session-api.decorator.js';
import { SessionResponses } from './session-responses.js';

/** The sign-in with a passkey on the host's pages. */
@ApiTags('session')
@SessionApi()
@Controller({ path: 'session/passkey', version: VERSION_NEUTRAL })
export class SessionPasskeyController {
  constructor(
    private readonly signIns: BrowserSignInService,
    private readonly sites: RelyingParties,
    private readonly responses: SessionResponses,
    private readonly validator: DtoValidator,
  ) {}

  @Post('options')
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'preparePasskey',
    summary: 'Get the options for a passkey',
    description:
      'The options for `PublicKeyCredential.parseRequestOptionsFromJSON()`, valid for an hour, once, and only in this browser. For the second step after `next: second_factor`, they list the passkeys of the account; in a session, those of its account, for a confirmation; otherwise none, and the user chooses one.',
    success: { status: 200, description: 'The options.', type: PasskeyRequestOptionsDto },
    errors: ['account_suspended', 'not_found'],
  })
  @Operation('sessions.update')
  async prepare(
    @CurrentBrowser() browser: SessionBrowser,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<PasskeyRequestOptionsDto> {
    const options = await this.signIns.passkeyOptions(this.sites.site(browser), browser);
    this.responses.keepBrowser(browser, response);
    return JSON.parse(options) as PasskeyRequestOptionsDto;
  }

  @Post()
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description:
      'Completes the sign-in of this browser that waits for its second step. Without one, signs in with the passkey alone.',
    success: { status: 200, description: 'The session.', type: SessionResponseDto },
    errors: [
      ...bodyErrors,
      'passkey_wrong',
      'passkey_copied',
      'credentials_wrong',
      'account_suspended',
      'not_found',
    ],
    invalid: { passkey: 'required' },
  })
  @Operation('sessions.update')
  async signIn(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(PasskeyDto) body: Unvalidated<PasskeyDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<SessionResponseDto> {
    const { passkey } = await this.validator.validate(PasskeyDto, body);
    const site = this.sites.site(browser);
    const token = await this.signIns.usePasskey(JSON.stringify(passkey), site, browser);
    return this.responses.begin(token, browser, response);
  }
}
