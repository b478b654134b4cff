import { ButtonLink, Card, Content } from '../shell/components/content.js';
import { Day, Fact, Moment } from '../shell/components/facts.js';
import { usePage } from '../shell/rendering/use-page.js';
import type { ApplicationDetails } from './application.page.js';

type Details = Pick<ApplicationDetails, 'id' | 'name' | 'createdAt' | 'public' | 'usedOn'>;

type ApplicationEntry = Details & { readonly hasToken: boolean };

export function ApplicationsPage({ applications }: { applications: readonly ApplicationEntry[] }) {
  const { t } = usePage();
  const title = t('applications.title');
  if (applications.length === 0) {
    return (
      <Content title={title} section="applications">
        <Card empty title={t('applications.empty')} lead={t('applications.empty_lead')}>
          <ButtonLink
            path="/console/applications/new"
            label={t('applications.empty_new')}
            look="primary"
          />
        </Card>
      </Content>
    );
  }
  return (
    <Content
      title={title}
      lead={t('applications.lead')}
      section="applications"
      aside={
        <ButtonLink path="/console/applications/new" label={t('applications.new')} look="primary" />
      }
    >
      <ul class="card list">
        {applications.map((application) => (
          <ApplicationItem key={application.id} {...application} />
        ))}
      </ul>
    </Content>
  );
}

function ApplicationItem(application: ApplicationEntry) {
  const { id, name, createdAt, public: isPublic, hasToken, usedOn } = application;
  const { path, t } = usePage();
  return (
    <li class="item linked">
      <div class="item-text">
        <h2>
          <a href={path(`/console/applications/${id}`)}>
            <bdi>{name}</bdi>
          </a>{' '}
          {isPublic && <span class="badge">{t('applications.public')}</span>}{' '}
          {hasToken && <span class="badge accent">{t('application.token')}</span>}
        </h2>
        <dl class="facts">
          <Fact term={t('application.client_id')}>
            <code dir="ltr">{id}</code>
          </Fact>
          <Fact term={t('applications.created')}>
            <Moment date={createdAt} as="day" />
          </Fact>
          <div>
            <dt class={usedOn ? undefined : 'visually-hidden'}>{t('applications.used')}</dt>
            <dd>{usedOn ? <Day day={usedOn} /> : t('applications.never_used')}</dd>
          </div>
        </dl>
      </div>
    </li>
  );
}
