import { Get, Post, Query } from '@nestjs/common';
import { FactorsService } from '../access/factors/factors.service.js';
import { SessionsService } from '../access/sessions/sessions.service.js';
import { SignInService } from '../accounts/sign-in.service.js';
import type { Requester } from '../audit/requester.js';
import { FormBody } from '../http/input/form-body.decorator.js';
import type { FormParameters } from '../http/input/form-body.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { refusalOf, type FormRefusal } from './browser/form-refusal.js';
import { redirect, render, type Redirect, type RenderedPage } from './browser/page-response.js';
import { safeReturnTo } from './browser/return-to.js';
import { SessionStart } from './browser/session-start.js';
import { CurrentVisitor, VisitorRequester, type SignedInVisitor } from './browser/visitor.js';
import { ConfirmPage } from './pages/confirm.page.js';

/** Asks a user who is signed in to confirm that it is them. */
@ConsolePages('console/confirm')
export class ConfirmController {
  constructor(
    private readonly signIns: SignInService,
    private readonly factors: FactorsService,
    private readonly sessions: SessionsService,
    private readonly start: SessionStart,
    private readonly address: PublicUrl,
  ) {}

  @Get()
  page(
    @CurrentVisitor() visitor: SignedInVisitor,
    @Query('return_to') asked: unknown,
  ): Promise<RenderedPage> {
    return this.show(visitor, typeof asked === 'string' ? asked : undefined);
  }

  @Post()
  async confirm(
    @CurrentVisitor() visitor: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { password, code, return_to: asked }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const { account, session, language } = visitor;
    try {
      await this.signIns.confirm(account, { password, code }, requester);
      const token = await this.sessions.confirm(session, requester);
      const { location } = this.start.onward(safeReturnTo(asked, this.address));
      return { ...redirect(location, 'notice.confirmed'), token };
    } catch (error) {
      return this.show(visitor, asked, refusalOf(error, {}, language));
    }
  }

  private async show(
    { account }: SignedInVisitor,
    asked: string | undefined,
    refusal?: FormRefusal,
  ): Promise<RenderedPage> {
    const hasFactor = await this.factors.isRequired(account.id);
    const returnTo = safeReturnTo(asked, this.address);
    const form = refusal?.form ?? { values: {} };
    return render(<ConfirmPage {...{ form, hasFactor, returnTo }} />, refusal);
  }
}
