import type { Provider } from '@nestjs/common';
import { accountsDefaults } from '../accounts.defaults.js';
import { fromOptions } from '../accounts.options.js';
import { AccountHooksCheck, accountHooksToken } from './account.hooks.js';
import { EventDeliveriesRepository } from './event-deliveries.repository.js';
import { EventSubscriptionsRepository } from './event-subscriptions.repository.js';
import { EventsService, deliversEventsToken, eventSubscribersToken } from './events.service.js';
import { ParkedEventsRepository } from './parked-events.repository.js';

export const eventsProviders: readonly Provider[] = [
  EventsService,
  EventSubscriptionsRepository,
  EventDeliveriesRepository,
  ParkedEventsRepository,
  AccountHooksCheck,
  fromOptions(eventSubscribersToken, ({ eventSubscribers = [] }) => eventSubscribers),
  fromOptions(
    deliversEventsToken,
    ({ deliverEvents = accountsDefaults.deliverEvents }) => deliverEvents,
  ),
  fromOptions(accountHooksToken, ({ hooks }) => hooks ?? null),
];
