import { Fragment } from 'preact';
import { splitUserAgentLine } from '../../http/headers/user-agent.js';
import { activitySubjects, isAuditEvent, type ActivitySubject } from '../../audit/audit-event.js';
import type { ReadAuditEvent } from '../../audit/audit-trail.js';
import { isErrorCode } from '../../errors/error-registry.js';
import { en, type MessageKey } from '../../language/catalogues/en.js';
import { ButtonLink, Card, Content } from '../shell/components/content.js';
import { Fact, isSameMinute, Moment } from '../shell/components/facts.js';
import { usePage } from '../shell/rendering/use-page.js';

export interface ActivityEntry extends Omit<
  ReadAuditEvent,
  'accountId' | 'actorId' | 'requestId' | 'reason'
> {
  /** The end of the delay for passwords from this event's source. */
  readonly waitingUntil?: Date;
}

/** More are on the next page. */
export const entriesOnPage = 40;

interface ActivityPageProps {
  entries: readonly ActivityEntry[];
  /** The id of the last event, if older ones exist. */
  older?: string;
  isLatest: boolean;
  subject?: ActivitySubject;
}

export function ActivityPage({ entries, older, isLatest, subject }: ActivityPageProps) {
  const { t } = usePage();
  const hasDelays = entries.some(({ waitingUntil }) => waitingUntil);
  const grouped = groupSignIns(entries);
  const olderPath = older && buildPath(subject, '', older);
  return (
    <Content
      title={t('activity.title')}
      lead={t('activity.lead')}
      section="activity"
      aside={<ButtonLink path={buildPath(subject, '/export')} label={t('export_account.submit')} />}
    >
      <Filter subject={subject} />
      {entries.length > 0 ? (
        <ul class="card list" data-days>
          {grouped.map((entry, index) => (
            <Fragment key={entry.id}>
              {getDay(entry) !== getDay(grouped[index - 1]) && (
                <li class="day">
                  <h2>
                    <Moment date={entry.at} as="day" />
                  </h2>
                </li>
              )}
              <ActivityItem {...entry} />
            </Fragment>
          ))}
        </ul>
      ) : (
        <Card empty title={t('activity.empty')} />
      )}
      {hasDelays && <p class="small">{t('activity.delays')}</p>}
      {(olderPath || !isLatest) && (
        <p class="pages">
          {!isLatest && <ButtonLink path={buildPath(subject)} label={t('activity.latest')} />}
          {olderPath && <ButtonLink path={olderPath} label={t('activity.older')} />}
        </p>
      )}
    </Content>
  );
}

function buildPath(about: ActivitySubject | undefined, end = '', before?: string): string {
  const query = new URLSearchParams({ ...(before && { before }), ...(about && { about }) });
  return `/console/activity${end}${query.size > 0 ? `?${query}` : ''}`;
}

/** Returns the UTC day; the script regroups events by the browser's days. */
function getDay(entry: ActivityEntry | undefined): string | undefined {
  return entry?.at.toISOString().slice(0, 10);
}

/** Merges successive sign-ins of one day from the same place. The entries are sorted by time, newest first. */
function groupSignIns(entries: readonly ActivityEntry[]): ActivityEntry[] {
  return entries.reduce<ActivityEntry[]>((groups, entry) => {
    const newer = groups.at(-1);
    if (!newer || !isSameSignIn(newer, entry)) return [...groups, entry];
    const { lastAt } = newer;
    return [...groups.slice(0, -1), { ...entry, lastAt, count: newer.count + entry.count }];
  }, []);
}

function isSameSignIn(a: ActivityEntry, b: ActivityEntry): boolean {
  const about = ({ event, result, source, device, channel, clientId }: ActivityEntry) =>
    [event, result, source, device, channel, clientId].join(' ');
  return (
    a.event === 'account.authenticate' &&
    a.result === 'succeeded' &&
    getDay(a) === getDay(b) &&
    about(a) === about(b)
  );
}

function Filter({ subject }: Pick<ActivityPageProps, 'subject'>) {
  const { path, t } = usePage();
  return (
    <ul class="filter">
      {[undefined, ...activitySubjects].map((each) => (
        <li key={each}>
          <a href={path(buildPath(each))} aria-current={each === subject ? 'true' : undefined}>
            {t(each ? `layout.${each}` : 'activity.all')}
          </a>
        </li>
      ))}
    </ul>
  );
}

function ActivityItem(entry: ActivityEntry) {
  const { t } = usePage();
  const { event, result, applicationId, applicationName } = entry;
  const isRefused = result !== 'succeeded';
  return (
    <li class="item">
      <div class="item-text">
        <h3>
          {/* An event of a newer release has no sentence here, so its name is shown. */}
          {isAuditEvent(event) ? t(`activity.${event}`) : event}{' '}
          {applicationId !== null && <ApplicationName name={applicationName} />}{' '}
          {isRefused && <span class="badge">{t('activity.refused')}</span>}{' '}
          {entry.count > 1 && <Count number={entry.count} />}
        </h3>
        <p>
          <Moments {...entry} />
        </p>
        {isRefused && <p>{isErrorCode(result) ? t(result) : result}</p>}
        <ActivityFacts {...entry} />
      </div>
    </li>
  );
}

function ActivityFacts(entry: ActivityEntry) {
  const { t } = usePage();
  const { event, members, source, waitingUntil } = entry;
  return (
    <dl class="facts">
      {members.length > 0 && (
        <Fact term={t('activity.changed')}>
          <Members event={event} names={members} />
        </Fact>
      )}
      <Fact term={t('activity.through')}>
        <Means {...entry} />
      </Fact>
      {source !== null && (
        <Fact term={t('sessions.source')}>
          <bdi dir="ltr">{source}</bdi>
        </Fact>
      )}
      {waitingUntil && (
        <Fact term={t('activity.waiting_until')}>
          <Moment date={waitingUntil} />
        </Fact>
      )}
    </dl>
  );
}

/** Shows the time of an event, or the first and last time of a repeated one. */
function Moments({ at, lastAt }: ActivityEntry) {
  return (
    <>
      <Moment date={at} as="time" />
      {!isSameMinute(at, lastAt) && (
        <>
          {' – '}
          <Moment date={lastAt} as="time" />
        </>
      )}
    </>
  );
}

function Count({ number }: { number: number }) {
  const { language } = usePage();
  return (
    <bdi class="badge" dir="ltr">
      ×{new Intl.NumberFormat(language.tag).format(number)}
    </bdi>
  );
}

function ApplicationName({ name }: { name: string | undefined }) {
  const { t } = usePage();
  return <bdi>{name ?? t('activity.deleted_application')}</bdi>;
}

/** Shows the client of an event: an application, the browser or else the console, or an operator. */
function Means({ channel, clientId, clientName, operator, device }: ActivityEntry) {
  const { t } = usePage();
  if (operator !== null) return <>{t('activity.operator')}</>;
  if (clientId !== null) return <ApplicationName name={clientName} />;
  if (device !== null) return <Device line={device} />;
  if (channel === 'console' || channel === 'session') return <>{t('activity.console')}</>;
  return <>{channel === 'oauth' ? 'OAuth' : t('activity.operator')}</>;
}

function Device({ line }: { line: string }) {
  const { t } = usePage();
  const names = splitUserAgentLine(line);
  return <>{names ? t('sessions.browser_on_system', names) : line}</>;
}

function Members({ event, names }: { event: string; names: readonly string[] }) {
  const { language, t } = usePage();
  const isAboutApplication = event.startsWith('application.');
  const labels = names.map((name) => {
    const key = isAboutApplication && name === 'name' ? 'application.name' : `field.${name}`;
    return Object.hasOwn(en, key) ? t(key as MessageKey) : name;
  });
  return <>{new Intl.ListFormat(language.tag, { type: 'unit' }).format(labels)}</>;
}
