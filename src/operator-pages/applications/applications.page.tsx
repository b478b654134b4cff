import { ButtonLink } from '../../console/shell/components/content.js';
import { Day, Fact } from '../../console/shell/components/facts.js';
import type { FormState } from '../../console/shell/rendering/use-page.js';
import type {
  OperatorApplicationDto,
  OperatorApplicationListDto,
} from '../../operator/dto/operator-lists.dto.js';
import { ActionPage } from '../shell/action.page.js';
import {
  CardList,
  Id,
  OperatorContent,
  OptionalFact,
  Pages,
  SearchForm,
  TextField,
  toEmptyText,
} from '../shell/operator-components.js';
import { useTexts } from '../shell/operator-texts.js';
import { applicationActions, type ApplicationActionName } from './application-actions.js';

interface ApplicationsPageProps {
  form: FormState;
  found?: OperatorApplicationListDto;
  readsOnly: boolean;
}

export function ApplicationsPage({ form, found, readsOnly }: ApplicationsPageProps) {
  const text = useTexts();
  return (
    <OperatorContent title={text('layout.applications')} section="applications">
      <SearchForm path="/applications" form={form} names={['owner', 'name_prefix']}>
        <TextField name="owner" />
        <TextField name="name_prefix" />
      </SearchForm>
      {found && (
        <CardList items={found.applications} empty={toEmptyText(found.next)}>
          {(application) => (
            <ApplicationItem key={application.id} {...{ application, readsOnly }} />
          )}
        </CardList>
      )}
      {found && (
        <Pages path="/applications" values={form.values} parameter="before" next={found.next} />
      )}
    </OperatorContent>
  );
}

interface ApplicationItemProps {
  application: OperatorApplicationDto;
  readsOnly: boolean;
}

function ApplicationItem({ application, readsOnly }: ApplicationItemProps) {
  const text = useTexts();
  const { id, name, public: isPublic, trusted } = application;
  const offered = (Object.keys(applicationActions) as ApplicationActionName[]).filter((each) => {
    const action = applicationActions[each];
    return !('isOffered' in action) || action.isOffered(application);
  });
  return (
    <li class="item">
      <div class="item-text">
        <h2 id={`application-${id}`}>
          <bdi>{name}</bdi> {isPublic && <span class="badge">{text('application.public')}</span>}{' '}
          {trusted && <span class="badge accent">{text('application.trusted')}</span>}
        </h2>
        <ApplicationFacts {...application} />
        {!readsOnly && (
          <div class="buttons">
            {offered.map((each) => (
              <ButtonLink
                key={each}
                path={`/applications/${id}/${each}`}
                label={text(`${applicationActions[each].name}.label`)}
                about={`application-${id}`}
              />
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

function ApplicationFacts(application: OperatorApplicationDto) {
  const text = useTexts();
  return (
    <dl class="facts">
      <Fact term={text('application.owner')}>
        <bdi>{application.owner}</bdi>
      </Fact>
      <Fact term={text('application.client_id')}>
        <Id>{application.client_id}</Id>
      </Fact>
      <Fact term={text('application.version')}>{application.api_version}</Fact>
      <Fact term={text('application.used')}>
        {application.last_used_on ? <Day day={application.last_used_on} /> : text('account.never')}
      </Fact>
      <OptionalFact term="application.redirect_uris">
        {application.redirect_uris
          .map((uri) => <Id key={uri}>{uri}</Id>)
          .flatMap((uri) => [uri, ' '])}
      </OptionalFact>
    </dl>
  );
}

interface ApplicationActionPageProps {
  action: ApplicationActionName;
  application: OperatorApplicationDto;
  form: FormState;
}

export function ApplicationActionPage({ action, application, form }: ApplicationActionPageProps) {
  const { name, ...described } = applicationActions[action];
  return (
    <ActionPage
      action={name}
      section="applications"
      path={`/applications/${application.id}/${action}`}
      back={`/applications?${new URLSearchParams({ owner: application.owner })}`}
      harmless={'harmless' in described}
      hidden={action === 'trust' ? { redirect_uris: application.redirect_uris.join('\n') } : {}}
      form={form}
    >
      <div class="item-text">
        <h2>
          <bdi>{application.name}</bdi>
        </h2>
        <ApplicationFacts {...application} />
      </div>
    </ActionPage>
  );
}
