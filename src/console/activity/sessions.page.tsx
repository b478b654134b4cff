import type { Session } from '../../database/records.js';
import { ButtonLink, Content } from '../shell/components/content.js';
import { Ago, Fact, isSameMinute, Moment } from '../shell/components/facts.js';
import { nameUserAgent } from '../../http/headers/user-agent.js';
import { usePage } from '../shell/rendering/use-page.js';
import { QuestionPage } from '../shell/question.page.js';

type SessionFields = Pick<Session, 'id' | 'userAgent' | 'source' | 'createdAt' | 'lastSeenAt'>;

type SessionEntry = SessionFields & { readonly current: boolean };

export function SessionsPage({ sessions }: { sessions: readonly SessionEntry[] }) {
  const { t } = usePage();
  const others = sessions.some(({ current }) => !current);
  return (
    <Content
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      section="sessions"
      aside={
        others && (
          <ButtonLink path="/console/sessions/end-others" label={t('sessions.end_others')} />
        )
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

function SessionItem(session: SessionEntry) {
  const { id, userAgent, current } = session;
  const { t } = usePage();
  return (
    <li class="item">
      <div class="item-text">
        <h2 id={`session-${id}`}>
          <BrowserName userAgent={userAgent} />{' '}
          {current && <span class="badge accent">{t('sessions.current')}</span>}
        </h2>
        <SessionFacts {...session} />
      </div>
      {!current && (
        <ButtonLink
          path={`/console/sessions/${id}/end`}
          label={t('sessions.end')}
          about={`session-${id}`}
        />
      )}
    </li>
  );
}

export function EndSessionPage({ session }: { session: SessionEntry }) {
  const { t } = usePage();
  return (
    <QuestionPage
      section="sessions"
      title={t('question.session')}
      label={t('sessions.end')}
      path={`/console/sessions/${session.id}/end`}
      back="/console/sessions"
    >
      <div class="item-text">
        <h2>
          <BrowserName userAgent={session.userAgent} />
        </h2>
        <SessionFacts {...session} />
      </div>
    </QuestionPage>
  );
}

export function EndOtherSessionsPage() {
  const { t } = usePage();
  return (
    <QuestionPage
      section="sessions"
      title={t('question.sessions')}
      lead={t('question.sessions_lead')}
      label={t('sessions.end_others')}
      path="/console/sessions/end-others"
      back="/console/sessions"
    />
  );
}

function SessionFacts({ source, createdAt, lastSeenAt }: SessionEntry) {
  const { t } = usePage();
  return (
    <dl class="facts">
      <Fact term={t('sessions.seen')}>
        <Ago date={lastSeenAt} />
      </Fact>
      {!isSameMinute(createdAt, lastSeenAt) && (
        <Fact term={t('sessions.since')}>
          <Moment date={createdAt} />
        </Fact>
      )}
      <Fact term={t('sessions.source')}>
        <bdi dir="ltr">{source}</bdi>
      </Fact>
    </dl>
  );
}

function BrowserName({ userAgent }: { userAgent: string }) {
  const { t } = usePage();
  const { browser, system } = nameUserAgent(userAgent);
  if (browser && system) return <>{t('sessions.browser_on_system', { browser, system })}</>;
  return <bdi>{browser ?? (userAgent.trim() || t('sessions.unknown'))}</bdi>;
}
