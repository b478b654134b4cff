import { Get, Query, StreamableFile } from '@nestjs/common';
import {
  activitySubjects,
  auditEvents,
  isAuditEvent,
  type ActivitySubject,
  type AuditEventName,
} from '../../audit/audit-event.js';
import { AuditTrail, type ReadAuditEvent } from '../../audit/audit-trail.js';
import { AccountPasswordsService } from '../../accounts/sign-in/account-passwords.service.js';
import type { Account } from '../../database/records.js';
import { writePosition } from '../../database/list-position.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { render } from '../shell/browser/page-response.js';
import { activityCsv } from './activity-csv.js';
import { ActivityPage, entriesOnPage, type ActivityEntry } from './activity.page.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';

/** The maximum number of events in a file. The account export has all of them. */
const entriesInFile = 10_000;

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
    @Query('about') about: unknown,
  ) {
    const before = typeof asked === 'string' ? asked : undefined;
    const subject = activitySubject(about);
    const limit = entriesOnPage + 1;
    const query = { accountId: account.id, before, events: eventsAbout(subject), limit };
    const { rows: found, end } = await this.audit.listPage(query);
    const events = found.slice(0, entriesOnPage);
    const entries = await Promise.all(events.map((event) => this.toEntry(event, account)));
    const older = found.length === limit ? events.at(-1)?.id : end && writePosition(end);
    const isLatest = before === undefined;
    return render(<ActivityPage {...{ entries, older, isLatest, subject }} />);
  }

  @Get('export')
  async export(@CurrentVisitor() { account }: SignedInVisitor, @Query('about') about: unknown) {
    const events = eventsAbout(activitySubject(about));
    const { rows: found } = await this.audit.listPage({
      accountId: account.id,
      events,
      limit: entriesInFile,
    });
    return new StreamableFile(Buffer.from(activityCsv(found)), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="activity.csv"',
    });
  }

  /** Adds the current password delay of its source to an event. */
  private async toEntry(event: ReadAuditEvent, account: Account): Promise<ActivityEntry> {
    if (event.result === 'succeeded' || event.applicationId !== null) return event;
    const { source, clientId } = event;
    const waitingUntil = await this.passwords.waitingUntil(account, source ?? '', clientId);
    return { ...event, waitingUntil };
  }
}

function activitySubject(asked: unknown): ActivitySubject | undefined {
  return activitySubjects.find((subject) => subject === asked);
}

/** Returns the event names of a subject, or of all subjects, without those that only operators see. */
function eventsAbout(subject: ActivitySubject | undefined): AuditEventName[] {
  const all = Object.keys(auditEvents).filter(isAuditEvent);
  return subject ? all.filter((event) => auditEvents[event].subject === subject) : all;
}
