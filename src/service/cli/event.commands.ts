import type { Command } from 'commander';
import type { SubscriptionState } from '../../events/event-subscriptions.repository.js';
import { addCommand, withServices, type JsonOption } from './command.js';
import { print, printList } from './output.js';

const argument = [
  '<subscription>',
  'the name of the subscription, as event list shows it',
] as const;

export function addEventCommands(program: Command): void {
  const description = 'Who is told of what happens to accounts, and what waits for them.';
  const event = program.command('event').description(description);

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
    .argument(...argument)
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

  addCommand(mail, 'retry', 'Sends again the mails that were given up.', ['mail retry']).action(
    async ({ json }: JsonOption) => {
      const { mailSubscription } = await import('../../email-flows/mail-request.js');
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

const unknownSubscription = () => new Error('There is no subscription of this name.');
