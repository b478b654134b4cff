import { Get, Param, Post } from '@nestjs/common';
import { GrantsService } from '../../access/credentials/grants.service.js';
import { ResourcesService } from '../../oauth/resources/resources.service.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { PageLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { GrantsPage, RevokeGrantPage } from './grants.page.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';

/** The applications that the signed-in user has authorized. */
@ConsolePages('console/grants')
export class GrantPagesController {
  constructor(
    private readonly grants: GrantsService,
    private readonly resources: ResourcesService,
  ) {}

  @Get()
  async page(@CurrentVisitor() { account }: SignedInVisitor) {
    const [grants, resources] = await Promise.all([
      this.grants.list(account.id),
      this.resources.list(),
    ]);
    return render(<GrantsPage grants={grants} resources={resources} />);
  }

  /** Redirects to the list if the grant has already ended. */
  @Get(':id/revoke')
  async revokePage(@CurrentVisitor() { account }: SignedInVisitor, @Param('id') id: string) {
    const grant = (await this.grants.list(account.id)).find((each) => each.id === id);
    if (!grant) return redirect('/console/grants');
    const resources = await this.resources.list();
    return render(<RevokeGrantPage grant={grant} resources={resources} />);
  }

  @Post(':id/revoke')
  @PageLimit('accounts.update')
  async revoke(@CurrentVisitor() { account, requester }: SignedInVisitor, @Param('id') id: string) {
    await this.grants.revoke(account.id, id, requester);
    return redirect('/console/grants', 'notice.grant_revoked');
  }
}
