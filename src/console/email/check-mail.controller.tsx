import { Get, Post, Query } from '@nestjs/common';
import { newIdentifier } from '../../database/identifier.js';
import { EmailCodesService } from '../../email-flows/links/email-codes.service.js';
import { MailLinks } from '../../email-flows/links/mail-links.js';
import { EmailVerificationService } from '../../email-flows/email-verification.service.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { BrowserSignUpService } from '../../sign-in/browser-sign-up.service.js';
import { getConfirmedId } from '../../sign-in/browser.js';
import { CheckMailLinks } from '../shell/browser/check-mail.links.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { showInvalidLink } from '../shell/browser/mail-link.js';
import { redirect, redirectTo, render, type PageResponse } from '../shell/browser/page-response.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';
import { SessionStart } from '../sign-in/session-start.js';
import { CheckMailPage, mailRequests } from './check-mail.page.js';

/** The page after a request for a mail. It accepts the code in the mail. */
@ConsolePages('console/check-mail')
@OpenToAll()
export class CheckMailController {
  constructor(
    private readonly checkMail: CheckMailLinks,
    private readonly codes: EmailCodesService,
    private readonly links: MailLinks,
    private readonly signUps: BrowserSignUpService,
    private readonly verification: EmailVerificationService,
    private readonly start: SessionStart,
  ) {}

  @Get()
  page(@CurrentVisitor() visitor: PageVisitor, @Query('to') to: unknown) {
    return this.show(String(to), visitor);
  }

  /** Acts as the link in the mail does, if nothing else is required. Otherwise continues on the page of the link. */
  @Post()
  enterCode(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { to = '', code = '' }: FormParameters,
  ) {
    const { purpose, returnTo } = this.checkMail.content(to);
    const showAgain = (refusal: FormRefusal) => this.show(to, visitor, refusal);
    return formAction(visitor, {}, showAgain, async () => {
      if (purpose === 'sign_up') {
        const confirmed = await this.signUps.confirm({ code }, undefined, visitor);
        return this.start.finishSignUp(confirmed, visitor);
      }
      const link = await this.codes.exchange(code, purpose, visitor);
      const page = redirectTo(this.links.toPath(link.purpose, link.token));
      return purpose === 'verification' ? this.verify(link.token, visitor, page) : page;
    }).catch((error: unknown) =>
      // The user may have opened the link in another browser.
      showInvalidLink(error, { again: mailRequests[purpose].wrong, returnTo }),
    );
  }

  /** Sends the mail of a sign-up again. */
  @Post('sign-up')
  sendAgain(@CurrentVisitor() visitor: PageVisitor, @FormBody() { to = '' }: FormParameters) {
    const { email, returnTo, codeRequest: previous } = this.checkMail.content(to);
    if (previous !== visitor.codeRequest) throw new NotFoundError();
    const showAgain = (refusal: FormRefusal) => this.show(to, visitor, refusal);
    return formAction(visitor, {}, showAgain, async () => {
      const codeRequest = newIdentifier();
      await this.signUps.sendAgain(email, visitor, { returnTo, codeRequest });
      return this.checkMail.redirect({ purpose: 'sign_up', email, returnTo, codeRequest });
    });
  }

  private async verify(
    token: string,
    visitor: PageVisitor,
    page: PageResponse,
  ): Promise<PageResponse> {
    const confirmed = getConfirmedId(visitor);
    const owner = await this.verification.findAccount(token);
    const required = await this.verification.listRequired(owner, confirmed);
    if (required.length > 0) return page;
    await this.verification.verify(token, {}, confirmed, visitor.requester);
    return redirect('/console/account', 'notice.email_verified');
  }

  private show(to: string, { codeRequest }: PageVisitor, refusal?: FormRefusal) {
    const form = refusal?.form ?? { values: {} };
    const mail = this.checkMail.content(to);
    const { purpose, returnTo } = mail;
    const canRepeat = purpose !== 'sign_up' || mail.codeRequest === codeRequest;
    const waitSeconds = this.checkMail.waitSeconds(mail);
    const page = <CheckMailPage {...mail} {...{ to, form, canRepeat, waitSeconds }} />;
    return render(page, { ...refusal, returnTo });
  }
}
