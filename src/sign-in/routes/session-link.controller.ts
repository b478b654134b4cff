import { applyDecorators, Controller, Post, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { EmailAdoptionService } from '../../email-flows/email-adoption.service.js';
import { EmailRestorationService } from '../../email-flows/email-restoration.service.js';
import { EmailVerificationService } from '../../email-flows/email-verification.service.js';
import { FactorRemovalsService } from '../../email-flows/factor-removals.service.js';
import {
  LinkSubjectsService,
  toUndoneChange,
  type LinkSubject,
} from '../../email-flows/link-subjects.service.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import {
  ApiEndpoint,
  bodyErrors,
  type OperationDescription,
} from '../../http/api-endpoint.decorator.js';
import { JsonBody } from '../../http/input/json-body.js';
import { NotStored } from '../../http/not-stored.decorator.js';
import { ApiTags } from '../../http/openapi/swagger.decorators.js';
import { w3cDate } from '../../http/openapi/w3c-date.js';
import { Operation } from '../../http/operation.decorator.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { DtoValidator } from '../../validation/dto-validator.js';
import type { Unvalidated } from '../../validation/unvalidated.js';
import { OpenToSignedOut } from './browser.guard.js';
import { CurrentBrowser, getConfirmedId, type SessionBrowser } from '../browser.js';
import {
  LinkRestorationDto,
  LinkRestorationResponseDto,
  LinkTokenDto,
  LinkVerificationDto,
  MailedLinkDto,
} from './dto/mailed-link.dto.js';
import { PasskeyRequestOptionsDto } from './dto/passkey.dto.js';
import { RelyingParties } from '../relying-parties.js';
import { SessionApi } from './session-api.decorator.js';
import { SessionResponses } from './session-responses.js';
import { OptionalOwn } from '../../options/own-provider.js';

/** Declares a route whose body has the token of a link. */
function LinkEndpoint(path: string, operation: OperationDescription): MethodDecorator {
  return applyDecorators(
    Post(path),
    NotStored(),
    ApiEndpoint({
      invalid: { token: 'required' },
      ...operation,
      caller: 'browser',
      errors: [...bodyErrors, 'link_invalid', ...(operation.errors ?? [])],
    }),
    Operation('sessions.update'),
  );
}

/** The links in mails on the host's pages. */
@ApiTags('session')
@SessionApi()
@OpenToSignedOut()
@Controller({ path: 'session/link', version: VERSION_NEUTRAL })
export class SessionLinkController {
  constructor(
    private readonly subjects: LinkSubjectsService,
    private readonly adoption: EmailAdoptionService,
    private readonly restoration: EmailRestorationService,
    private readonly removals: FactorRemovalsService,
    private readonly passkeys: PasskeysService,
    private readonly sites: RelyingParties,
    private readonly responses: SessionResponses,
    private readonly publicUrl: PublicUrl,
    private readonly validator: DtoValidator,
    @OptionalOwn(EmailVerificationService) private readonly verification?: EmailVerificationService,
  ) {}

  @LinkEndpoint('', {
    operationId: 'readLink',
    summary: 'Read what a mailed link does',
    description: 'Does not use the link. Fails if the link no longer works.',
    success: { status: 200, description: 'The purpose and subject.', type: MailedLinkDto },
  })
  async read(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(LinkTokenDto) body: Unvalidated<LinkTokenDto>,
  ): Promise<MailedLinkDto> {
    const { token } = await this.validator.validate(LinkTokenDto, body);
    return present(await this.subjects.find(token, getConfirmedId(browser)));
  }

  @LinkEndpoint('verification', {
    operationId: 'verifyEmail',
    summary: 'Verify the email address',
    description:
      'In a confirmed session of the account, the token suffices. Otherwise requires the password, and a code if the account has a second factor. Does not sign in.',
    success: { status: 204, description: 'The address is verified.' },
    errors: ['account_suspended', 'not_found', 'overloaded'],
    invalid: { password: 'old_password_wrong' },
  })
  async verify(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(LinkVerificationDto) body: Unvalidated<LinkVerificationDto>,
  ): Promise<void> {
    if (!this.verification) throw new NotFoundError();
    const { token, password, code } = await this.validator.validate(LinkVerificationDto, body);
    const shown = { password: password ?? '', code: code ?? '' };
    await this.verification.verify(token, shown, getConfirmedId(browser), browser.requester);
  }

  @LinkEndpoint('adoption', {
    operationId: 'adoptEmail',
    summary: 'Adopt the email address that an application has set',
    success: { status: 204, description: 'The address is adopted.' },
  })
  async adopt(
    @CurrentBrowser() { requester }: SessionBrowser,
    @JsonBody(LinkTokenDto) body: Unvalidated<LinkTokenDto>,
  ): Promise<void> {
    const { token } = await this.validator.validate(LinkTokenDto, body);
    await this.adoption.adopt(token, requester);
  }

  @LinkEndpoint('passkey/options', {
    operationId: 'preparePasskeyForLink',
    summary: 'Get the options for a passkey that undoes a change',
    description:
      'The options list the passkeys of the account. They are valid for an hour, once, and only in this browser.',
    success: { status: 200, description: 'The options.', type: PasskeyRequestOptionsDto },
    errors: ['not_found'],
  })
  async preparePasskey(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(LinkTokenDto) body: Unvalidated<LinkTokenDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<PasskeyRequestOptionsDto> {
    const { token } = await this.validator.validate(LinkTokenDto, body);
    const { account } = await this.restoration.findSubject(token);
    const options = await this.passkeys.requestOptions(this.sites.site(browser), account.id);
    this.responses.keepBrowser(browser, response);
    return JSON.parse(options) as PasskeyRequestOptionsDto;
  }

  @LinkEndpoint('restoration', {
    operationId: 'restoreEmail',
    summary: 'Undo a change of the email address or a new second factor',
    description:
      'Restores the address, and ends the password, all sessions, authorizations and tokens, and later factors. The user then sets a new password. Signs this browser out.',
    success: {
      status: 200,
      description: 'The change is undone.',
      type: LinkRestorationResponseDto,
    },
    errors: ['passkey_wrong', 'passkey_copied', 'not_found'],
    invalid: { code: 'code_wrong' },
  })
  async restore(
    @CurrentBrowser() browser: SessionBrowser,
    @JsonBody(LinkRestorationDto) body: Unvalidated<LinkRestorationDto>,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<LinkRestorationResponseDto> {
    const { token, code, passkey } = await this.validator.validate(LinkRestorationDto, body);
    const shown = passkey
      ? { passkey: { response: JSON.stringify(passkey), site: this.sites.site(browser) } }
      : { code: code ?? '' };
    const { undone, reset } = await this.restoration.restore(token, shown, browser.requester);
    this.responses.end(browser, response);
    return {
      undone: toUndoneChange(undone),
      reset_token: reset,
      reset_url: this.publicUrl.link('/console/reset-password', reset),
    };
  }

  @LinkEndpoint('waiver', {
    operationId: 'waiveRestoration',
    summary: 'Give up the right to undo a change of the email address',
    description: 'For owners who changed the address: its previous one can no longer undo this.',
    success: { status: 204, description: 'The link and the right have ended.' },
  })
  async waive(
    @CurrentBrowser() { requester }: SessionBrowser,
    @JsonBody(LinkTokenDto) body: Unvalidated<LinkTokenDto>,
  ): Promise<void> {
    const { token } = await this.validator.validate(LinkTokenDto, body);
    await this.restoration.release(token, requester);
  }

  @LinkEndpoint('stop', {
    operationId: 'stopFactorRemoval',
    summary: 'Stop the removal of the second factor',
    success: { status: 204, description: 'The factors stay.' },
  })
  async stop(
    @CurrentBrowser() { requester }: SessionBrowser,
    @JsonBody(LinkTokenDto) body: Unvalidated<LinkTokenDto>,
  ): Promise<void> {
    const { token } = await this.validator.validate(LinkTokenDto, body);
    await this.removals.stopByLink(token, requester);
  }
}

function present(subject: LinkSubject): MailedLinkDto {
  switch (subject.purpose) {
    case 'sign_up': {
      const { returnTo, ...members } = subject;
      return { ...members, return_to: returnTo };
    }
    case 'password_reset': {
      const { isFirstProof, returnTo, ...members } = subject;
      return { ...members, first_proof: isFirstProof, return_to: returnTo };
    }
    case 'email_adoption': {
      const { pendingEmail, ...members } = subject;
      return { ...members, pending_email: pendingEmail };
    }
    case 'factor_removal':
      return { purpose: subject.purpose, due_at: w3cDate(subject.dueAt) };
    case 'email_verification':
    case 'email_restoration':
      return subject;
  }
}
