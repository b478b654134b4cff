import type { Provider } from '@nestjs/common';
import { accountsDefaults } from '../accounts.defaults.js';
import { fromOptions } from '../accounts.options.js';
import { AccountHooks } from './account.hooks.js';
import { EventDeliveriesRepository } from './event-deliveries.repository.js';
import { EventSubscriptionsRepository } from './event-subscriptions.repository.js';
import { EventsService, deliversEventsToken, eventSubscribersToken } from './events.service.js';
import { MissingQueuesRepository } from './missing-queues.repository.js';
import { ParkedEventsRepository } from './parked-events.repository.js';

export const eventsProviders: readonly Provider[] = [
  EventsService,
  EventSubscriptionsRepository,
  EventDeliveriesRepository,
  MissingQueuesRepository,
  ParkedEventsRepository,
  AccountHooks,
  fromOptions(eventSubscribersToken, ({ eventSubscribers = [] }) => eventSubscribers),
  fromOptions(
    deliversEventsToken,
    ({ deliverEvents = accountsDefaults.deliverEvents }) => deliverEvents,
  ),
];
