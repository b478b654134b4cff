import type { Command } from 'commander';
import type { SubscriptionState } from '../../events/event-subscriptions.repository.js';
import { addCommand, addNoun, type JsonOption } from './command.js';
import { print, printList } from './output.js';
import { withServices } from './with-services.js';

export function addEventCommands(program: Command): void {
  const event = addNoun(
    program,
    'event',
    'Who is told of what happens to accounts, and what waits for them.',
  );

  addCommand(
    event,
    'list',
    'Lists subscriptions with the events that wait, and those that were given up.',
    ['event list', 'event list --json'],
  ).action(async ({ json }: JsonOption) => {
    const subscriptions = await withServices(({ maintenance }) => maintenance.subscriptions());
    const columns = ['name', 'seen_at', 'waiting', 'oldest_at', 'parked', 'last_error'] as const;
    const listed = json ? subscriptions : subscriptions.map(withMore);
    printList({ subscriptions: listed }, 'subscriptions', columns, json);
  });

  addCommand(event, 'retry', 'Delivers again what a subscription has given up after three days.', [
    'event retry billing',
  ])
    .argument('<subscription>', 'the name of the subscription, as event list shows it')
    .action(async (subscription: string, { json }: JsonOption) => {
      const retried = await withServices(({ maintenance, requester }) =>
        maintenance.retryEvents(subscription, requester),
      );
      if (retried === undefined) throw unknownSubscription();
      print({ retried }, json);
    });

  addCommand(event, 'drop', 'Deletes a subscription whose subscriber is gone, with its events.', [
    'event drop billing',
  ])
    .argument('<subscription>', 'the name of the subscription, as event list shows it')
    .action(async (subscription: string, { json }: JsonOption) => {
      const isDropped = await withServices(({ maintenance, requester }) =>
        maintenance.dropSubscription(subscription, requester),
      );
      if (!isDropped) throw unknownSubscription();
      print({ dropped: true }, json);
    });
}

/** Formats the counts for people: a plus means that there may be more. */
function withMore(state: SubscriptionState) {
  const { waiting, more_waiting, parked, more_parked } = state;
  return {
    ...state,
    waiting: more_waiting ? `${waiting}+` : waiting,
    parked: more_parked ? `${parked}+` : parked,
  };
}

const unknownSubscription = () => new Error('There is no subscription of this name.');
