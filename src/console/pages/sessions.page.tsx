import { Action } from '../components/action.js';
import { Content } from '../components/content.js';
import { Moment } from '../components/moment.js';
import { nameUserAgent } from '../user-agent.js';
import { usePage } from '../rendering/use-page.js';

export interface SessionEntry {
  readonly id: string;
  readonly userAgent: string;
  readonly source: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** Whether it is the session of this browser. */
  readonly current: boolean;
}

export interface SessionsPageProps {
  sessions: readonly SessionEntry[];
}

export function SessionsPage({ sessions }: SessionsPageProps) {
  const { t } = usePage();
  const others = sessions.some(({ current }) => !current);
  return (
    <Content
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      section="sessions"
      aside={
        others && <Action path="/console/sessions/end-others" label={t('sessions.end_others')} />
      }
    >
      <ul class="card list">
        {sessions.map((session) => (
          <SessionItem key={session.id} {...session} />
        ))}
      </ul>
    </Content>
  );
}

function SessionItem({ id, userAgent, source, createdAt, lastSeenAt, current }: SessionEntry) {
  const { t } = usePage();
  return (
    <li class="item">
      <div class="item-text">
        <h2 id={`session-${id}`}>
          <BrowserName userAgent={userAgent} />{' '}
          {current && <span class="badge accent">{t('sessions.current')}</span>}
        </h2>
        <dl class="facts">
          <div>
            <dt>{t('sessions.seen')}</dt>
            <dd>
              <Moment date={lastSeenAt} />
            </dd>
          </div>
          <div>
            <dt>{t('sessions.since')}</dt>
            <dd>
              <Moment date={createdAt} />
            </dd>
          </div>
          <div>
            <dt>{t('sessions.source')}</dt>
            <dd>
              <bdi dir="ltr">{source}</bdi>
            </dd>
          </div>
        </dl>
      </div>
      {!current && (
        <Action
          path={`/console/sessions/${id}/end`}
          label={t('sessions.end')}
          about={`session-${id}`}
        />
      )}
    </li>
  );
}

function BrowserName({ userAgent }: { userAgent: string }) {
  const { t } = usePage();
  const { browser, system } = nameUserAgent(userAgent);
  if (browser && system) return <>{t('sessions.browser_on_system', { browser, system })}</>;
  return <bdi>{browser ?? (userAgent.trim() || t('sessions.unknown'))}</bdi>;
}
