import { Get, Query } from '@nestjs/common';
import { AuditTrail, type ReadAuditEvent } from '../audit/audit-trail.js';
import { AccountPasswordsService } from '../accounts/account-passwords.service.js';
import type { Account } from '../database/records.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { render, type RenderedPage } from './browser/page-response.js';
import { ActivityPage, type ActivityEntry } from './pages/activity.page.js';
import { CurrentVisitor, type SignedInVisitor } from './browser/visitor.js';

const entriesOnPage = 50;

/** The audit events of the signed-in account. */
@ConsolePages('console/activity')
export class ActivityController {
  constructor(
    private readonly audit: AuditTrail,
    private readonly passwords: AccountPasswordsService,
  ) {}

  @Get()
  async page(
    @CurrentVisitor() { account }: SignedInVisitor,
    @Query('before') asked: unknown,
  ): Promise<RenderedPage> {
    const before = typeof asked === 'string' ? asked : undefined;
    const limit = entriesOnPage + 1;
    const found = await this.audit.list({ accountId: account.id, before, limit });
    const events = found.slice(0, entriesOnPage);
    const entries = await Promise.all(events.map((event) => this.entryOf(event, account)));
    const older = found.length === limit ? events.at(-1)?.id : undefined;
    return render(<ActivityPage entries={entries} older={older} isLatest={before === undefined} />);
  }

  /** The event, with the current delay of passwords from its source. */
  private async entryOf(event: ReadAuditEvent, account: Account): Promise<ActivityEntry> {
    if (event.result === 'succeeded' || event.applicationId !== null) return event;
    const { source, clientId } = event;
    const waitingUntil = await this.passwords.waitingUntil(account, source ?? '', clientId);
    return { ...event, waitingUntil };
  }
}
