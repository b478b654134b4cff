import { Controller, Delete, Get, Param, Post, Put, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { Account } from '../../database/records.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { ApiEndpoint, bodyErrors } from '../../http/api-endpoint.decorator.js';
import { JsonBody } from '../../http/input/json-body.js';
import { NotStored } from '../../http/not-stored.decorator.js';
import { ApiParam, ApiTags } from '../../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../../http/openapi/text.schemas.js';
import { Operation } from '../../http/operation.decorator.js';
import { Links } from '../../http/urls/links.js';
import { DtoValidator } from '../../validation/dto-validator.js';
import type { Unvalidated } from '../../validation/unvalidated.js';
import { BrowserFactorsService, type AddedFactor } from '../browser-factors.service.js';
import { OpenToSignedOut } from './browser.guard.js';
import { CurrentBrowser, type SessionBrowser } from '../browser.js';
import {
  AddedFactorDto,
  AuthenticatorConfirmationDto,
  AuthenticatorSetupDto,
  FactorsResponseDto,
  NewPasskeyDto,
  PasskeyCreationOptionsDto,
  PasskeyNameDto,
  RecoveryCodesDto,
} from './dto/factors.dto.js';
import { presentFactors } from './factors.presenter.js';
import { RelyingParties } from '../relying-parties.js';
import { SessionApi } from './session-api.decorator.js';
import { SessionResponses } from './session-responses.js';

/** The errors of routes that also complete a sign-in. */
const setupErrors = [
  'session_required',
  'session_unconfirmed',
  'sign_in_expired',
  'account_suspended',
] as const;

const confirmedErrors = ['session_required', 'session_unconfirmed', 'account_suspended'] as const;

/** The second factors of the account on the host's pages. */
@ApiTags('session')
@SessionApi()
@Controller({ path: 'session/factors', version: VERSION_NEUTRAL })
export class SessionFactorsController {
  constructor(
    private readonly factors: BrowserFactorsService,
    private readonly sites: RelyingParties,
    private readonly responses: SessionResponses,
    private readonly validator: DtoValidator,
    private readonly links: Links,
  ) {}

  @Get()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'readFactors',
    summary: 'Read the second factors of the account',
    success: { status: 200, description: 'The factors.', type: FactorsResponseDto },
    errors: ['session_required', 'account_suspended'],
  })
  @Operation('sessions.read')
  read(@CurrentBrowser() { account }: SessionBrowser): Promise<FactorsResponseDto> {
    return this.describe(account!);
  }

  @Post('authenticator')
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'prepareAuthenticator',
    summary: 'Get the secret of a new authenticator app',
    description:
      'In a confirmed session, or after `next: second_factor_setup`. Nothing is stored until the first code is verified, within half an hour. Replaces an existing app, which moves it to another phone.',
    success: { status: 200, description: 'The secret.', type: AuthenticatorSetupDto },
    errors: setupErrors,
  })
  @Operation('sessions.update')
  async prepareAuthenticator(
    @CurrentBrowser() browser: SessionBrowser,
  ): Promise<AuthenticatorSetupDto> {
    const { setup, secret, uri } = await this.factors.beginApp(browser);
    const { default: encodeQR } = await import('qr');
    return { setup, secret, uri, svg: encodeQR(uri, 'svg', { border: 4 }) };
  }

  @Post('authenticator/confirmation')
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'addAuthenticator',
    summary: 'Add an authenticator app with its first code',
    description:
      'Returns the recovery codes if it is the first factor; they cannot be read again. After `next: second_factor_setup`, also signs in.',
    success: { status: 200, description: 'The app is added.', type: AddedFactorDto },
    errors: [...bodyErrors, ...setupErrors, 'form_expired', 'credentials_wrong'],
    invalid: { code: 'code_wrong' },
  })
  @Operation('accounts.update')
  async addAuthenticator(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(AuthenticatorConfirmationDto) body: Unvalidated<AuthenticatorConfirmationDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<AddedFactorDto> {
    const app = await this.validator.validate(AuthenticatorConfirmationDto, body);
    return this.present(await this.factors.addApp(app, browser), browser, response);
  }

  @Delete('authenticator')
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'removeAuthenticator',
    summary: 'Remove the authenticator app',
    description: 'Also succeeds if there is none. With the last factor, the recovery codes end.',
    success: { status: 204, description: 'The app is removed.' },
    errors: [...confirmedErrors, 'second_factor_mandatory'],
  })
  @Operation('accounts.update')
  async removeAuthenticator(@CurrentBrowser() browser: SessionBrowser): Promise<void> {
    await this.factors.removeApp(browser);
  }

  @Post('passkeys/options')
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'prepareNewPasskey',
    summary: 'Get the options for a new passkey',
    description:
      'The options for `PublicKeyCredential.parseCreationOptionsFromJSON()`, valid for an hour and only in this browser. In a confirmed session, or after `next: second_factor_setup`.',
    success: { status: 200, description: 'The options.', type: PasskeyCreationOptionsDto },
    errors: [...setupErrors, 'not_found'],
  })
  @Operation('sessions.update')
  async preparePasskey(
    @CurrentBrowser() browser: SessionBrowser,
  ): Promise<PasskeyCreationOptionsDto> {
    const options = await this.factors.passkeyOptions(this.sites.site(browser), browser);
    return JSON.parse(options) as PasskeyCreationOptionsDto;
  }

  @Post('passkeys')
  @OpenToSignedOut()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'addPasskey',
    summary: 'Add a passkey',
    description:
      'Returns the recovery codes if it is the first factor; they cannot be read again. After `next: second_factor_setup`, also signs in.',
    success: { status: 200, description: 'The passkey is added.', type: AddedFactorDto },
    errors: [
      ...bodyErrors,
      ...setupErrors,
      'passkey_wrong',
      'too_many_passkeys',
      'credentials_wrong',
      'not_found',
    ],
    invalid: { name: 'required' },
  })
  @Operation('accounts.update')
  async addPasskey(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(NewPasskeyDto) body: Unvalidated<NewPasskeyDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<AddedFactorDto> {
    const { passkey, name } = await this.validator.validate(NewPasskeyDto, body);
    const site = this.sites.site(browser);
    const created = { passkey: JSON.stringify(passkey), name, site };
    return this.present(await this.factors.addPasskey(created, browser), browser, response);
  }

  @Put('passkeys/:id')
  @NotStored()
  @ApiParam({ name: 'id', schema: identifierSchema })
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'renamePasskey',
    summary: 'Rename a passkey',
    success: { status: 200, description: 'The factors.', type: FactorsResponseDto },
    errors: [...bodyErrors, 'session_required', 'account_suspended', 'not_found'],
    invalid: { name: 'required' },
  })
  @Operation('accounts.update')
  async renamePasskey(
    @CurrentBrowser() browser: SessionBrowser,
    @Param('id') id: string,
    @JsonBody(PasskeyNameDto) body: Unvalidated<PasskeyNameDto>,
  ): Promise<FactorsResponseDto> {
    const { name } = await this.validator.validate(PasskeyNameDto, body);
    if (!(await this.factors.renamePasskey(id, name, browser))) throw new NotFoundError();
    return this.describe(browser.account!);
  }

  @Delete('passkeys/:id')
  @NotStored()
  @ApiParam({ name: 'id', schema: identifierSchema })
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    description:
      'Also succeeds if there is none with this id. With the last factor, the recovery codes end.',
    success: { status: 204, description: 'The passkey is removed.' },
    errors: [...confirmedErrors, 'second_factor_mandatory'],
  })
  @Operation('accounts.update')
  async removePasskey(
    @CurrentBrowser() browser: SessionBrowser,
    @Param('id') id: string,
  ): Promise<void> {
    await this.factors.removePasskey(id, browser);
  }

  @Post('recovery-codes')
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'replaceRecoveryCodes',
    summary: 'Replace the recovery codes',
    description: 'The current ones stop working. The new ones cannot be read again.',
    success: { status: 200, description: 'The new codes.', type: RecoveryCodesDto },
    errors: [...confirmedErrors, 'second_factor_missing'],
  })
  @Operation('accounts.update')
  async replaceRecoveryCodes(@CurrentBrowser() browser: SessionBrowser): Promise<RecoveryCodesDto> {
    return { recovery_codes: [...(await this.factors.replaceRecoveryCodes(browser))] };
  }

  private async present(
    added: AddedFactor,
    browser: SessionBrowser,
    response: unknown,
  ): Promise<AddedFactorDto> {
    const { account, recoveryCodes } = added;
    const session =
      added.status === 'signed_in'
        ? await this.responses.begin(added.token, browser, response)
        : {};
    return {
      ...session,
      ...(recoveryCodes && { recovery_codes: recoveryCodes }),
      verification_sent: await this.factors.asksForProof(account),
      ...(await this.describe(account)),
    };
  }

  private async describe(account: Account): Promise<FactorsResponseDto> {
    const factors = presentFactors(await this.factors.find(account));
    return { factors, _links: this.links.self('session', 'factors') };
  }
}
