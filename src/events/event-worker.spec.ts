import { ConsoleLogger, Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { AccountEvent } from './account-event.js';
import type { ClaimLimits, EventDeliveriesRepository } from './event-deliveries.repository.js';
import type { EventSubscriptionsRepository } from './event-subscriptions.repository.js';
import { EventOrigins } from './event-origins.js';
import { EventWorker } from './event-worker.js';
import type { ParkedEventsRepository } from './parked-events.repository.js';

/** Nothing is parked. */
const parked = {
  retryUntried: () => Promise.resolve(),
  retryRequested: () => Promise.resolve(false),
};

/** The claims of a worker whose events all fail. The function names the account of each. */
async function claimsWhileFailing(toAccount: (index: number) => string): Promise<ClaimLimits[]> {
  const claims: ClaimLimits[] = [];
  let enough: () => void;
  const claimedEnough = new Promise<void>((resolve) => (enough = resolve));
  const subscriptions = { subscribe: () => Promise.resolve() };
  const deliveries = {
    claim: ({ name: subscription }: { name: string }, limits: ClaimLimits) => {
      const index = claims.push(limits) - 1;
      if (index === 6) enough();
      if (index >= 6) return Promise.resolve([]);
      const accountId = toAccount(index);
      const event = { id: `${index}`, type: 'account.created', account_id: accountId };
      const events = [{ sequence: index, event: event as AccountEvent }];
      return Promise.resolve([{ subscription, accountId, claim: '', attempts: index, events }]);
    },
    fail: () => Promise.resolve(false),
  };
  const subscriber = {
    name: 'failing',
    types: ['account.created'],
    handle: () => Promise.reject(new Error('not now')),
  };
  const worker = new EventWorker(
    subscriber,
    subscriptions as unknown as EventSubscriptionsRepository,
    deliveries as unknown as EventDeliveriesRepository,
    parked as unknown as ParkedEventsRepository,
    new EventOrigins(),
  );
  await worker.start();
  await claimedEnough;
  await worker.stop();
  return claims;
}

/** A worker whose attempts to subscribe fail with these errors in turn, then succeed. */
function createWorker(errors: readonly Error[]) {
  let attempts = 0;
  const subscribe = () => {
    const error = errors[attempts++];
    return error ? Promise.reject(error) : Promise.resolve();
  };
  let claimed: () => void;
  const hasClaimed = new Promise<void>((resolve) => (claimed = resolve));
  const claim = () => {
    claimed();
    return Promise.resolve([]);
  };
  const worker = new EventWorker(
    { name: 'late', types: ['account.created'], handle: () => Promise.resolve() },
    { subscribe } as unknown as EventSubscriptionsRepository,
    { claim } as unknown as EventDeliveriesRepository,
    parked as unknown as ParkedEventsRepository,
    new EventOrigins(),
  );
  return { worker, hasClaimed, attempts: () => attempts };
}

const unavailable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('EventWorker', () => {
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new ConsoleLogger()));

  it('does not slow down when the events of one account keep failing', async () => {
    const claims = await claimsWhileFailing(() => 'one');
    expect(claims.filter(({ isProbe }) => isProbe)).toEqual([]);
  });

  it('claims one event at a time once events of five accounts have failed', async () => {
    const claims = await claimsWhileFailing((index) => `account ${index}`);
    const retried = [0, 1, 2, 3, 4].map((index) => `account ${index}`);
    const probe = { isProbe: true, accounts: 1, eventsPerAccount: 1, retried };
    const usual = { isProbe: false, eventsPerAccount: 20 };
    expect(claims.slice(0, 5)).toEqual(Array(5).fill(expect.objectContaining(usual)));
    // Alternates between the event that failed first and one that has not failed.
    expect(claims.slice(5, 7)).toEqual([
      expect.objectContaining(probe),
      expect.objectContaining({ ...probe, retried: [] }),
    ]);
  });

  it('keeps trying to subscribe if the database comes back without its tables', async () => {
    const { worker, hasClaimed } = createWorker([unavailable, new Error('no such table')]);
    await worker.start();
    worker.nudge();
    await hasClaimed;
    await worker.stop();
  });

  it('waits before it asks an unavailable database again, even when nudged', async () => {
    const { worker, attempts } = createWorker(Array<Error>(1_000).fill(unavailable));
    await worker.start();
    worker.nudge();
    await delay(100);
    await worker.stop();
    expect(attempts()).toBeLessThanOrEqual(3);
  });
});
