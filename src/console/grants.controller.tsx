import { Get, Param, Post } from '@nestjs/common';
import type { Requester } from '../audit/requester.js';
import { PublicAddress } from '../http/urls/public-address.js';
import { AuthorizationsService } from '../oauth/authorizations.service.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { redirect, render, type Redirect, type RenderedPage } from './browser/page-response.js';
import { GrantsPage } from './pages/grants.page.js';
import { CurrentVisitor, VisitorRequester, type SignedInVisitor } from './browser/visitor.js';

/** The applications that a person has allowed to act for them. */
@ConsolePages('console/grants')
export class GrantPagesController {
  constructor(
    private readonly authorizations: AuthorizationsService,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  async page(@CurrentVisitor() { account }: SignedInVisitor): Promise<RenderedPage> {
    return render(<GrantsPage grants={await this.authorizations.grants(account.id)} />);
  }

  @Post(':id/revoke')
  async revoke(
    @CurrentVisitor() { account }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @Param('id') id: string,
  ): Promise<Redirect> {
    await this.authorizations.withdraw(account.id, id, requester);
    return redirect(this.address.path('/console/grants'), 'notice.grant_revoked');
  }
}
