import type { DiscoveryService } from '@nestjs/core';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { AccountEventSubscriber } from './account-event.subscriber.js';
import type { EventDeliveriesRepository } from './event-deliveries.repository.js';
import type { EventSubscriptionsRepository } from './event-subscriptions.repository.js';
import { EventsService } from './events.service.js';
import type { ParkedEventsRepository } from './parked-events.repository.js';

it('A subscriber that fails to open closes itself and those opened before it, each once', async () => {
  const closed: string[] = [];
  const claim = () => Promise.resolve([]);
  const subscriber = (name: string, open: () => Promise<void>): AccountEventSubscriber => ({
    ...{ name, open, types: ['account.created'], handle: () => Promise.resolve() },
    close: async () => void closed.push(name),
  });
  const none = () => [];
  const events = new EventsService(
    { getProviders: none, getControllers: none } as unknown as DiscoveryService,
    { subscribe: () => Promise.resolve() } as unknown as EventSubscriptionsRepository,
    { claim } as unknown as EventDeliveriesRepository,
    {
      retryUntried: () => Promise.resolve(),
      retryRequested: () => Promise.resolve(false),
    } as unknown as ParkedEventsRepository,
    { onChange: () => undefined } as unknown as AuditTrail,
    [
      subscriber('first', () => Promise.resolve()),
      subscriber('broken', () => Promise.reject(new Error('no stream'))),
      subscriber('later', () => Promise.resolve()),
    ],
    {
      name: 'accounts',
      operationPrefix: '',
      isGlobal: false,
      paths: [],
      scopes: [],
      hasMessages: false,
      tables: undefined,
    },
    true,
  );
  await expect(events.onApplicationBootstrap()).rejects.toThrow('no stream');
  expect(closed).toEqual(['first', 'broken']);
  await events.beforeApplicationShutdown();
  expect(closed).toEqual(['first', 'broken']);
});
