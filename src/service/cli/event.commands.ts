import { InvalidArgumentError, Option, type Command } from 'commander';
import { mailSubscription } from '../../email-flows/mails/mail-request.js';
import type { QueueState } from '../../events/queued-events.repository.js';
import type { SubscriptionState } from '../../events/event-subscriptions.repository.js';
import { addCommand, parseLimit, type JsonOption } from './command.js';
import type { CommandRun } from './command-run.js';

interface QueueOptions extends JsonOption {
  account?: string;
  state?: QueueState;
  after?: string;
  limit: number;
}

const argument = ['<subscription>', 'the name of the subscription, from event list'] as const;

export function addEventCommands(program: Command, run: CommandRun): void {
  const event = program.command('event').description('Event subscriptions and their queues.');

  addCommand(event, 'list', 'Lists subscriptions with the number of waiting and parked events.', [
    'event list',
    'event list --json',
  ]).action(async ({ json }: JsonOption) => {
    const subscriptions = await run.withServices(({ maintenance }) => maintenance.subscriptions());
    const columns = ['name', 'seen_at', 'waiting', 'oldest_at', 'parked', 'last_error'] as const;
    const listed = json ? subscriptions : subscriptions.map(withMore);
    run.output.printList({ subscriptions: listed }, 'subscriptions', columns, json);
  });

  addPageOptions(
    addCommand(event, 'show', 'Lists the waiting and parked events of a subscription.', [
      'event show billing --state parked',
      'event show billing --account ada@example.com --json',
    ]).argument(...argument),
  ).action((subscription: string, options: QueueOptions) => printQueue(run, subscription, options));

  addCommand(
    event,
    'retry',
    'Delivers the parked events of a subscription again and attempts waiting ones now, or does so for one event.',
    ['event retry billing', 'event retry billing 4711'],
  )
    .argument(...argument)
    .argument('[sequence]', 'the number of an event, from event show', parseSequence)
    .action((subscription: string, sequence: number | undefined, { json }: JsonOption) =>
      sequence === undefined
        ? retryAll(run, subscription, json)
        : retryOne(run, subscription, sequence, json),
    );

  addCommand(event, 'discard', 'Deletes parked or waiting events.', [
    'event discard billing 4711',
    'event discard billing 4711 4712',
  ])
    .argument(...argument)
    .argument('<sequences...>', 'the numbers of events, from event show', collectSequences)
    .action((subscription: string, sequences: readonly number[], { json }: JsonOption) =>
      discard(run, subscription, sequences, json),
    );

  addCommand(
    event,
    'drop',
    'Deletes a subscription and its events, after its subscriber was removed.',
    ['event drop billing'],
  )
    .argument(...argument)
    .action(async (subscription: string, { json }: JsonOption) => {
      const isDropped = await run.withServices(({ maintenance, requester }) =>
        maintenance.dropSubscription(subscription, requester),
      );
      if (!isDropped) throw unknownSubscription();
      run.output.print({ dropped: true }, json);
    });
}

export function addMailCommands(program: Command, run: CommandRun): void {
  const mail = program.command('mail').description('The mails of the service.');

  addPageOptions(
    addCommand(mail, 'list', 'Lists the mails that wait or were given up.', [
      'mail list --account ada@example.com',
      'mail list --state parked',
    ]),
  ).action((options: QueueOptions) => printQueue(run, mailSubscription, options));

  addCommand(
    mail,
    'retry',
    'Sends parked mails again and attempts waiting ones now, or does so for one mail.',
    ['mail retry', 'mail retry 4711'],
  )
    .argument('[sequence]', 'the number of a mail, from mail list', parseSequence)
    .action((sequence: number | undefined, { json }: JsonOption) =>
      sequence === undefined
        ? retryAll(run, mailSubscription, json)
        : retryOne(run, mailSubscription, sequence, json),
    );

  addCommand(mail, 'discard', 'Deletes parked or waiting mails.', [
    'mail discard 4711',
    'mail discard 4711 4712',
  ])
    .argument('<sequences...>', 'the numbers of mails, from mail list', collectSequences)
    .action((sequences: readonly number[], { json }: JsonOption) =>
      discard(run, mailSubscription, sequences, json),
    );
}

function addPageOptions(command: Command): Command {
  return command
    .option('--account <email or id>', 'events of one account, with mails to its address')
    .addOption(new Option('--state <state>', 'only these').choices(['waiting', 'parked']))
    .option('--after <position>', 'events after this one: next of the previous page')
    .option('--limit <number>', 'the maximum number, up to 10000', parseLimit, 100);
}

async function printQueue(
  run: CommandRun,
  subscription: string,
  { json, account, ...page }: QueueOptions,
) {
  const result = await run.withServices(async ({ accounts, maintenance, requester }) => {
    const id = account && ((await accounts.findByEmail(account))?.id ?? account);
    return maintenance.queuedEvents(subscription, { ...page, account: id }, requester);
  });
  const { events, next } = result ?? acceptMissing(subscription, { events: [], next: null });
  const columns = [
    ...(['sequence', 'state', 'occurred_at', 'due_at', 'attempts', 'type'] as const),
    ...(['mail', 'account_id', 'event_id', 'last_error'] as const),
  ];
  if (json) return run.output.print({ events, next }, json);
  run.output.printList({ events }, 'events', columns);
  if (next !== null) run.output.printText(`More: --after ${JSON.stringify(next)}`);
}

async function retryAll(run: CommandRun, subscription: string, json?: boolean): Promise<void> {
  const retried = await run.withServices(({ maintenance, requester }) =>
    maintenance.retryEvents(subscription, requester),
  );
  run.output.print({ retried: retried ?? acceptMissing(subscription, 0) }, json);
}

/** Returns the result without a subscription. A service that sends no mails has none for them. */
function acceptMissing<T>(subscription: string, result: T): T {
  if (subscription === mailSubscription) return result;
  throw unknownSubscription();
}

async function retryOne(
  run: CommandRun,
  subscription: string,
  sequence: number,
  json?: boolean,
): Promise<void> {
  const isRetried = await run.withServices(({ maintenance, requester }) =>
    maintenance.retryEvent(subscription, sequence, requester),
  );
  if (!isRetried) throw unknownEvent();
  run.output.print({ retried: 1 }, json);
}

/** Discards the events that still exist, and prints their number. */
async function discard(
  run: CommandRun,
  subscription: string,
  sequences: readonly number[],
  json?: boolean,
): Promise<void> {
  const discarded = await run.withServices(async ({ maintenance, requester }) => {
    let count = 0;
    for (const sequence of sequences) {
      if (await maintenance.discardEvent(subscription, sequence, requester)) count++;
    }
    return count;
  });
  if (discarded === 0) throw unknownEvent();
  run.output.print({ discarded }, json);
}

function collectSequences(text: string, earlier: readonly number[] = []): number[] {
  return [...earlier, parseSequence(text)];
}

function parseSequence(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
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

const unknownEvent = () => new Error('There is no event with this number.');
const unknownSubscription = () => new Error('There is no subscription with this name.');
