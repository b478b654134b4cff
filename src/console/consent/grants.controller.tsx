import { Get, Param, Post } from '@nestjs/common';
import { GrantsService } from '../../access/credentials/grants.service.js';
import type { Requester } from '../../request/requester.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import {
  redirect,
  render,
  type Redirect,
  type RenderedPage,
} from '../shell/browser/page-response.js';
import { GrantsPage, RevokeGrantPage } from './grants.page.js';
import {
  CurrentVisitor,
  VisitorRequester,
  type SignedInVisitor,
} from '../shell/browser/visitor.js';

/** The applications that the signed-in user has authorized. */
@ConsolePages('console/grants')
export class GrantPagesController {
  constructor(
    private readonly grants: GrantsService,
    private readonly address: PublicUrl,
  ) {}

  @Get()
  async page(@CurrentVisitor() { account }: SignedInVisitor): Promise<RenderedPage> {
    return render(<GrantsPage grants={await this.grants.list(account.id)} />);
  }

  /** Redirects to the list if the grant has already ended. */
  @Get(':id/revoke')
  async revokePage(
    @CurrentVisitor() { account }: SignedInVisitor,
    @Param('id') id: string,
  ): Promise<RenderedPage | Redirect> {
    const grant = (await this.grants.list(account.id)).find((each) => each.id === id);
    if (!grant) return redirect(this.address.path('/console/grants'));
    return render(<RevokeGrantPage grant={grant} />);
  }

  @Post(':id/revoke')
  async revoke(
    @CurrentVisitor() { account }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @Param('id') id: string,
  ): Promise<Redirect> {
    await this.grants.revoke(account.id, id, requester);
    return redirect(this.address.path('/console/grants'), 'notice.grant_revoked');
  }
}
