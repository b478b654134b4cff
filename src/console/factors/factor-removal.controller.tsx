import { Get, Post, Query } from '@nestjs/common';
import { FactorRemovalsService } from '../../email-flows/factor-removals.service.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { MailLink } from '../shell/browser/mail-link.js';
import { PageLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import {
  CurrentVisitor,
  type PageVisitor,
  type SignedInVisitor,
} from '../shell/browser/visitor.js';
import { StopRemovalPage } from './security.page.js';

/** The pages where owners stop the removal of their second factor, by the mail link or signed in. */
@ConsolePages('console')
export class FactorRemovalController {
  constructor(
    private readonly removals: FactorRemovalsService,
    private readonly options: ConsoleOptions,
  ) {}

  @Post('security/stop-removal')
  @PageLimit('accounts.update')
  async stopSignedIn(@CurrentVisitor() visitor: SignedInVisitor) {
    await this.removals.stop(visitor.account.id, visitor.requester);
    return this.stopped(visitor);
  }

  /** Only the button stops the removal, because programs may follow the link. */
  @Get('stop-removal')
  @MailLink('/console/sign-in')
  async page(@Query('token') token: unknown) {
    const text = String(token);
    await this.removals.findByLink(text);
    return render(<StopRemovalPage token={text} />);
  }

  @Post('stop-removal')
  @MailLink('/console/sign-in')
  async stop(@CurrentVisitor() visitor: PageVisitor, @FormBody() { token = '' }: FormParameters) {
    await this.removals.stopByLink(token, visitor.requester);
    return this.stopped(visitor);
  }

  private stopped({ account }: PageVisitor) {
    const { sections } = this.options;
    const section = sections.includes('security') ? 'security' : sections[0];
    return redirect(`/console/${account ? section : 'sign-in'}`, 'notice.removal_stopped');
  }
}
