import { Fact } from '../../console/shell/components/facts.js';
import { usePage, type FormState } from '../../console/shell/rendering/use-page.js';
import { isErrorCode } from '../../errors/error-registry.js';
import type { AuditEventDto, AuditEventListDto } from '../../operator/dto/audit.dto.js';
import { auditQuery } from '../../operator/dto/audit.dto.js';
import {
  AccountLink,
  CardList,
  DateField,
  Id,
  OperatorContent,
  OptionalFact,
  Pages,
  SearchForm,
  Select,
  TextField,
  Time,
  toEmptyText,
} from '../shell/operator-components.js';
import { useTexts } from '../shell/operator-texts.js';

export function AuditPage({ form, found }: { form: FormState; found?: AuditEventListDto }) {
  const text = useTexts();
  const events = auditQuery.event.enum.map((name) => ({ value: name, label: name }));
  return (
    <OperatorContent title={text('layout.audit')} section="audit">
      <SearchForm
        path="/audit"
        form={form}
        names={['account', 'event']}
        moreNames={['operator', 'actor', 'application', 'source', 'from', 'to']}
        more={
          <>
            <TextField name="operator" />
            <TextField name="actor" />
            <TextField name="application" />
            <TextField name="source" />
            <DateField name="from" />
            <DateField name="to" />
          </>
        }
      >
        <TextField name="account" hint={text('hint.account')} />
        <Select name="event" options={[{ value: '', label: text('search.any') }, ...events]} />
      </SearchForm>
      {found && (
        <CardList items={found.events} empty={toEmptyText(found.next)}>
          {(event) => <EventItem key={event.id} {...event} />}
        </CardList>
      )}
      {found && <Pages path="/audit" values={form.values} parameter="before" next={found.next} />}
    </OperatorContent>
  );
}

function EventItem(event: AuditEventDto) {
  const { t } = usePage();
  const isRefused = event.result !== 'succeeded';
  return (
    <li class="item">
      <div class="item-text">
        <h2>
          {event.event} {isRefused && <span class="badge">{event.result}</span>}{' '}
          {event.count > 1 && <span class="badge">×{event.count}</span>}
        </h2>
        <p class="small">
          <Time at={event.last_at} />
        </p>
        {isRefused && isErrorCode(event.result) && <p>{t(event.result)}</p>}
        <EventFacts {...event} />
      </div>
    </li>
  );
}

function EventFacts(event: AuditEventDto) {
  const text = useTexts();
  const { account_id: account, actor_id: actor, operator, reason, source, device } = event;
  return (
    <dl class="facts">
      <OptionalFact term="audit.operator">{operator && <bdi>{operator}</bdi>}</OptionalFact>
      <OptionalFact term="audit.reason">{reason && <bdi>{reason}</bdi>}</OptionalFact>
      <OptionalFact term="audit.account">{account && <AccountLink id={account} />}</OptionalFact>
      <OptionalFact term="audit.actor">
        {actor && actor !== account && <AccountLink id={actor} />}
      </OptionalFact>
      <OptionalFact term="audit.application">
        {showApplication(event.application_id, event.application_name)}
      </OptionalFact>
      <OptionalFact term="audit.application_client">
        {showApplication(event.client_id, event.client_name)}
      </OptionalFact>
      <OptionalFact term="audit.members">{event.members.join(', ')}</OptionalFact>
      <Fact term={text('audit.channel')}>{event.channel}</Fact>
      <OptionalFact term="audit.source">{source && <bdi dir="ltr">{source}</bdi>}</OptionalFact>
      <OptionalFact term="audit.device">{device && <bdi>{device}</bdi>}</OptionalFact>
      <OptionalFact term="audit.request">
        {event.request_id && <Id>{event.request_id}</Id>}
      </OptionalFact>
    </dl>
  );
}

/** Shows the name of an application, or the id of a deleted one. */
function showApplication(id: string | null, name: string | null) {
  if (id === null) return null;
  return name === null ? <Id>{id}</Id> : <bdi>{name}</bdi>;
}
