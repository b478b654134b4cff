import { Get, Param, Post } from '@nestjs/common';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { PageLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { EndOtherSessionsPage, EndSessionPage, SessionsPage } from './sessions.page.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';

@ConsolePages('console/sessions')
export class SessionPagesController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  async page(@CurrentVisitor() { account, session }: SignedInVisitor) {
    const sessions = await this.sessions.list(account.id);
    const entries = sessions.map((each) => ({ ...each, current: each.id === session.id }));
    return render(<SessionsPage sessions={entries} />);
  }

  @Get('end-others')
  endOthersPage() {
    return render(<EndOtherSessionsPage />);
  }

  @Post('end-others')
  @PageLimit('accounts.update')
  async endOthers(@CurrentVisitor() { account, requester, session }: SignedInVisitor) {
    await this.sessions.endAll(account.id, requester, session.id);
    return redirect('/console/sessions', 'notice.sessions_ended');
  }

  /** Redirects to the list if the session has already ended. */
  @Get(':id/end')
  async endPage(
    @CurrentVisitor() { account, session: own }: SignedInVisitor,
    @Param('id') id: string,
  ) {
    const session = (await this.sessions.list(account.id)).find((each) => each.id === id);
    if (!session || id === own.id) return redirect('/console/sessions');
    return render(<EndSessionPage session={{ ...session, current: false }} />);
  }

  @Post(':id/end')
  @PageLimit('accounts.update')
  async end(@CurrentVisitor() { account, requester }: SignedInVisitor, @Param('id') id: string) {
    await this.sessions.end(account.id, id, requester);
    return redirect('/console/sessions', 'notice.session_ended');
  }
}
