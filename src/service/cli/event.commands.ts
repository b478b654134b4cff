import type { Command } from 'commander';
import type { SubscriptionState } from '../../events/event-subscriptions.repository.js';
import { addCommand, withServices, type JsonOption } from './command.js';
import { print, printList } from './output.js';

const argument = ['<subscription>', 'the name of the subscription, from event list'] as const;

export function addEventCommands(program: Command): void {
  const event = program.command('event').description('Event subscriptions and their queues.');

  addCommand(event, 'list', 'Lists subscriptions with the number of waiting and parked events.', [
    'event list',
    'event list --json',
  ]).action(async ({ json }: JsonOption) => {
    const subscriptions = await withServices(({ maintenance }) => maintenance.subscriptions());
    const columns = ['name', 'seen_at', 'waiting', 'oldest_at', 'parked', 'last_error'] as const;
    const listed = json ? subscriptions : subscriptions.map(withMore);
    printList({ subscriptions: listed }, 'subscriptions', columns, json);
  });

  addCommand(event, 'retry', 'Delivers the parked events of a subscription again.', [
    'event retry billing',
  ])
    .argument(...argument)
    .action(async (subscription: string, { json }: JsonOption) => {
      const retried = await withServices(({ maintenance, requester }) =>
        maintenance.retryEvents(subscription, requester),
      );
      if (retried === undefined) throw unknownSubscription();
      print({ retried }, json);
    });

  addCommand(
    event,
    'drop',
    'Deletes a subscription and its events, after its subscriber was removed.',
    ['event drop billing'],
  )
    .argument(...argument)
    .action(async (subscription: string, { json }: JsonOption) => {
      const isDropped = await withServices(({ maintenance, requester }) =>
        maintenance.dropSubscription(subscription, requester),
      );
      if (!isDropped) throw unknownSubscription();
      print({ dropped: true }, json);
    });
}

export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('The mails of the service.');

  addCommand(mail, 'retry', 'Sends parked mails again.', ['mail retry']).action(
    async ({ json }: JsonOption) => {
      const { mailSubscription } = await import('../../email-flows/mails/mail-request.js');
      const retried = await withServices(({ maintenance, requester }) =>
        maintenance.retryEvents(mailSubscription, requester),
      );
      print({ retried: retried ?? 0 }, json);
    },
  );
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

const unknownSubscription = () => new Error('There is no subscription with this name.');
