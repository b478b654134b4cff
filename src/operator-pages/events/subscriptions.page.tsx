import { ButtonLink } from '../../console/shell/components/content.js';
import { Fact } from '../../console/shell/components/facts.js';
import { usePage, type FormState } from '../../console/shell/rendering/use-page.js';
import type { SubscriptionState } from '../../events/event-subscriptions.repository.js';
import { queueStates, type QueuedEvent } from '../../events/queued-events.repository.js';
import type { QueuedEventListDto } from '../../operator/dto/queued-event.dto.js';
import { ActionPage } from '../shell/action.page.js';
import {
  CardList,
  Id,
  OperatorContent,
  OptionalFact,
  Pages,
  SearchForm,
  Select,
  TextField,
  Time,
} from '../shell/operator-components.js';
import { useTexts } from '../shell/operator-texts.js';

export function SubscriptionsPage({
  subscriptions,
}: {
  subscriptions: readonly SubscriptionState[];
}) {
  const text = useTexts();
  return (
    <OperatorContent
      title={text('layout.subscriptions')}
      lead={text('subscriptions.lead')}
      section="subscriptions"
    >
      <CardList items={subscriptions} empty="subscriptions.empty">
        {(subscription) => <SubscriptionItem key={subscription.name} {...subscription} />}
      </CardList>
    </OperatorContent>
  );
}

function SubscriptionItem(subscription: SubscriptionState) {
  const text = useTexts();
  const { path } = usePage();
  const {
    name,
    waiting,
    more_waiting: isMoreWaiting,
    parked,
    more_parked: isMoreParked,
  } = subscription;
  return (
    <li class="item linked">
      <div class="item-text">
        <h2>
          <a href={path(`/subscriptions/${name}`)}>{name}</a>
        </h2>
        <dl class="facts">
          <Fact term={text('subscriptions.waiting')}>
            {waiting}
            {isMoreWaiting && '+'}
          </Fact>
          <Fact term={text('subscriptions.parked')}>
            {parked}
            {isMoreParked && '+'}
          </Fact>
          <OptionalFact term="subscriptions.oldest">
            {subscription.oldest_at && <Time at={subscription.oldest_at} />}
          </OptionalFact>
          <Fact term={text('subscriptions.seen')}>
            <Time at={subscription.seen_at} />
          </Fact>
          <OptionalFact term="subscriptions.error">{subscription.last_error}</OptionalFact>
        </dl>
      </div>
    </li>
  );
}

interface EventsPageProps {
  name: string;
  form: FormState;
  found?: QueuedEventListDto;
  readsOnly: boolean;
}

export function EventsPage({ name, form, found, readsOnly }: EventsPageProps) {
  const text = useTexts();
  const path = `/subscriptions/${name}`;
  const states = queueStates.map((value) => ({ value, label: text(`events.state_${value}`) }));
  return (
    <OperatorContent
      title={text('events.of', { name })}
      section="subscriptions"
      aside={!readsOnly && <ButtonLink path={`${path}/retry`} label={text('retry-all.label')} />}
    >
      <SearchForm path={path} form={form} names={['account', 'state']}>
        <TextField name="account" hint={text('hint.account_id')} />
        <Select name="state" options={[{ value: '', label: text('search.any') }, ...states]} />
      </SearchForm>
      {found && (
        <CardList items={found.events} empty="events.empty">
          {(event) => <EventItem key={event.sequence} {...{ name, event, readsOnly }} />}
        </CardList>
      )}
      {found && <Pages path={path} values={form.values} parameter="after" next={found.next} />}
    </OperatorContent>
  );
}

interface EventItemProps {
  name: string;
  event: QueuedEvent;
  readsOnly: boolean;
}

function EventItem({ name, event, readsOnly }: EventItemProps) {
  const text = useTexts();
  const path = `/subscriptions/${name}/events/${event.sequence}`;
  return (
    <li class="item">
      <div class="item-text">
        <h2 id={`event-${event.sequence}`}>
          {event.mail ?? event.type}{' '}
          <span class={event.state === 'parked' ? 'badge accent' : 'badge'}>
            {text(`events.state_${event.state}`)}
          </span>
        </h2>
        <dl class="facts">
          <Fact term={text('events.occurred')}>
            <Time at={event.occurred_at} />
          </Fact>
          <OptionalFact term="events.due">
            {event.due_at && <Time at={event.due_at} />}
          </OptionalFact>
          <OptionalFact term="events.parked">
            {event.parked_at && <Time at={event.parked_at} />}
          </OptionalFact>
          <Fact term={text('events.attempts')}>{event.attempts}</Fact>
          <Fact term={text('events.id')}>
            <Id>{event.event_id}</Id>
          </Fact>
          <Fact term={text('events.account')}>
            <Id>{event.account_id}</Id>
          </Fact>
          <OptionalFact term="subscriptions.error">{event.last_error}</OptionalFact>
        </dl>
        {!readsOnly && (
          <div class="buttons">
            {(['retry', 'discard'] as const).map((action) => (
              <ButtonLink
                key={action}
                path={`${path}/${action}`}
                label={text(`${action}.label`)}
                about={`event-${event.sequence}`}
              />
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

interface EventActionPageProps {
  action: 'retry-all' | 'retry' | 'discard';
  name: string;
  /** Default: all events of the subscription */
  sequence?: string;
  form: FormState;
}

export function EventActionPage({ action, name, sequence, form }: EventActionPageProps) {
  const text = useTexts();
  const back = `/subscriptions/${name}`;
  const path = sequence === undefined ? `${back}/retry` : `${back}/events/${sequence}/${action}`;
  return (
    <ActionPage
      {...{ action, path, back, form }}
      section="subscriptions"
      harmless={action !== 'discard'}
    >
      <dl class="facts">
        <Fact term={text('layout.subscriptions')}>{name}</Fact>
        <OptionalFact term="field.event">{sequence}</OptionalFact>
      </dl>
    </ActionPage>
  );
}
