import { ButtonLink, Card, Content } from '../shell/components/content.js';
import { Moment } from '../shell/components/facts.js';
import type { Resource } from '../../principals/resource.js';
import { ScopeList } from './scope-list.js';
import { usePage } from '../shell/rendering/use-page.js';
import { QuestionPage } from '../shell/question.page.js';

interface GrantEntry {
  readonly id: string;
  readonly application: { readonly name: string; readonly owner: { readonly name: string } };
  readonly scope: readonly string[];
  readonly createdAt: Date;
}

interface GrantsPageProps {
  grants: readonly GrantEntry[];
  resources: readonly Resource[];
}

export function GrantsPage({ grants, resources }: GrantsPageProps) {
  const { t } = usePage();
  const title = t('grants.title');
  if (grants.length === 0) {
    return (
      <Content title={title} section="grants">
        <Card empty title={t('grants.empty')} lead={t('grants.empty_lead')} />
      </Content>
    );
  }
  return (
    <Content title={title} lead={t('grants.lead')} section="grants">
      <ul class="card list">
        {grants.map((grant) => (
          <GrantItem key={grant.id} grant={grant} resources={resources} />
        ))}
      </ul>
    </Content>
  );
}

interface GrantProps {
  grant: GrantEntry;
  resources: readonly Resource[];
}

function GrantItem({ grant, resources }: GrantProps) {
  const { t } = usePage();
  const { id, application, scope, createdAt } = grant;
  return (
    <li class="item">
      <div class="item-text">
        <h2 id={`grant-${id}`}>
          <bdi>{application.name}</bdi>
        </h2>
        <p class="small">
          <span class="pair">{t('grants.owner', { owner: application.owner.name })}</span>{' '}
          <span class="pair">
            {t('grants.since')} <Moment date={createdAt} as="day" />
          </span>
        </p>
        <ScopeList scope={scope} resources={resources} />
      </div>
      <ButtonLink
        path={`/console/grants/${id}/revoke`}
        label={t('grants.revoke')}
        look="danger"
        about={`grant-${id}`}
      />
    </li>
  );
}

export function RevokeGrantPage({ grant, resources }: GrantProps) {
  const { t } = usePage();
  const { id, application, scope } = grant;
  return (
    <QuestionPage
      section="grants"
      title={t('question.grant', { application: application.name })}
      lead={t('grants.owner', { owner: application.owner.name })}
      label={t('grants.revoke')}
      path={`/console/grants/${id}/revoke`}
      back="/console/grants"
    >
      <ScopeList scope={scope} resources={resources} />
    </QuestionPage>
  );
}
