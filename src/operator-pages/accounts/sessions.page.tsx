import { ButtonLink } from '../../console/shell/components/content.js';
import { Fact } from '../../console/shell/components/facts.js';
import { describeUserAgent } from '../../http/headers/user-agent.js';
import type { OperatorAccountDto } from '../../operator/dto/operator-account.dto.js';
import type { OperatorSessionDto } from '../../operator/dto/operator-lists.dto.js';
import { AccountLink, CardList, OperatorContent, Time } from '../shell/operator-components.js';
import { useTexts } from '../shell/operator-texts.js';

interface SessionsPageProps {
  account: OperatorAccountDto['account'];
  sessions: readonly OperatorSessionDto[];
  readsOnly: boolean;
}

export function SessionsPage({ account, sessions, readsOnly }: SessionsPageProps) {
  const text = useTexts();
  const path = `/accounts/${account.id}`;
  const canEnd = !readsOnly && sessions.length > 0;
  return (
    <OperatorContent
      title={text('sessions.of', { name: account.name })}
      section="accounts"
      lead={<AccountLink id={account.id}>{account.email}</AccountLink>}
    >
      <CardList items={sessions} empty="sessions.empty">
        {(session) => <SessionItem key={session.id} {...session} />}
      </CardList>
      {canEnd && (
        <p class="pages">
          <ButtonLink
            path={`${path}/end-sessions`}
            label={text('end-sessions.label')}
            look="danger"
          />
        </p>
      )}
    </OperatorContent>
  );
}

function SessionItem(session: OperatorSessionDto) {
  const text = useTexts();
  return (
    <li class="item">
      <div class="item-text">
        <h2>
          <bdi>{describeUserAgent(session.user_agent) || session.user_agent}</bdi>
        </h2>
        <dl class="facts">
          <Fact term={text('sessions.last_seen')}>
            <Time at={session.last_seen_at} />
          </Fact>
          <Fact term={text('sessions.created')}>
            <Time at={session.created_at} />
          </Fact>
          <Fact term={text('sessions.expires')}>
            <Time at={session.expires_at} />
          </Fact>
          <Fact term={text('audit.source')}>
            <bdi dir="ltr">{session.source}</bdi>
          </Fact>
        </dl>
      </div>
    </li>
  );
}
