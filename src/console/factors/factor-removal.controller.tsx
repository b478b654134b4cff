import { Get, Post, Query } from '@nestjs/common';
import type { Requester } from '../../request/requester.js';
import type { Account } from '../../database/records.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { FactorRemovalsService } from '../../email-flows/factor-removals.service.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { orInvalidLink } from '../shell/browser/invalid-link.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import {
  redirect,
  render,
  type Redirect,
  type RenderedPage,
} from '../shell/browser/page-response.js';
import {
  CurrentVisitor,
  VisitorRequester,
  type SignedInVisitor,
  type Visitor,
} from '../shell/browser/visitor.js';
import { StopRemovalPage } from './stop-removal.page.js';

/** The pages where owners stop the removal of their second factor, by the mail link or signed in. */
@ConsolePages('console')
export class FactorRemovalController {
  constructor(
    private readonly removals: FactorRemovalsService,
    private readonly address: PublicUrl,
    private readonly options: ConsoleOptions,
  ) {}

  @Post('security/stop-removal')
  async stopSignedIn(
    @CurrentVisitor() { account }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
  ): Promise<Redirect> {
    await this.removals.stop(account.id, requester);
    return this.stopped(account);
  }

  /** Only the button stops the removal, because programs may follow the link. */
  @Get('stop-removal')
  @OpenToAll()
  page(@Query('token') token: unknown): Promise<RenderedPage> {
    return orInvalidLink('/console/sign-in', async () => {
      const text = String(token);
      await this.removals.ofLink(text);
      return render(<StopRemovalPage token={text} />);
    });
  }

  @Post('stop-removal')
  @OpenToAll()
  stop(
    @CurrentVisitor() { account: own }: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink('/console/sign-in', async () => {
      await this.removals.stopByLink(token, requester);
      return this.stopped(own);
    });
  }

  /** @param own the signed-in account, if any */
  private stopped(own: Account | undefined): Redirect {
    const { sections } = this.options;
    const section = sections.includes('security') ? 'security' : sections[0];
    const next = `/console/${own ? section : 'sign-in'}`;
    return redirect(this.address.path(next), 'notice.removal_stopped');
  }
}
