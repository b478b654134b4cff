import { applyDecorators, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { NotFoundError } from '../errors/error-registry.js';
import { ApiParam } from '../http/openapi/swagger.decorators.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import {
  QueuedEventListDto,
  queuedEventQuery,
  sequenceSchema,
  type QueuedEventQueryDto,
} from './dto/queued-event.dto.js';
import {
  OperatorSubscriptionListDto,
  RetriedDto,
  subscriptionName,
} from './dto/subscription.dto.js';
import { MaintenanceService } from './maintenance.service.js';
import { ApiQueries, OperatorEndpoint, OperatorRoutes } from './operator-endpoint.decorator.js';
import { CurrentOperator } from './operator.guard.js';
import type { OperatorRequester } from '../request/requester.js';

const NamesSubscription = () =>
  ApiParam({
    name: 'name',
    description: 'The name of the subscription.',
    schema: subscriptionName,
  });

const NamesEvent = () =>
  applyDecorators(
    NamesSubscription(),
    ApiParam({
      name: 'sequence',
      description: 'The `sequence` of the event.',
      schema: sequenceSchema,
    }),
  );

/** The event subscriptions and their undelivered events. The subscription `mail` sends mails. */
@OperatorRoutes('operator/subscriptions')
export abstract class OperatorSubscriptionsController {
  constructor(private readonly maintenance: MaintenanceService) {}

  @Get()
  @OperatorEndpoint({
    operationId: 'listSubscriptions',
    summary: 'List subscriptions to events',
    description:
      'With the numbers of waiting and parked events. The subscription `mail` sends mails.',
    success: { description: 'All of them.', type: OperatorSubscriptionListDto },
  })
  async list(): Promise<OperatorSubscriptionListDto> {
    return { subscriptions: await this.maintenance.subscriptions() };
  }

  @Post(':name/retry')
  @NamesSubscription()
  @OperatorEndpoint({
    operationId: 'retryEvents',
    summary: 'Retry failed deliveries',
    description:
      'Delivers parked events again, for up to another three days, and attempts waiting events now. `mail` sends mails again. Requires no body.',
    success: {
      description: 'The number of parked events, and of accounts whose first event waited.',
      type: RetriedDto,
    },
    errors: ['not_found'],
  })
  async retry(
    @Param('name') name: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<RetriedDto> {
    return { retried: requireFound(await this.maintenance.retryEvents(name, requester)) };
  }

  @Get(':name/events')
  @NamesSubscription()
  @ApiQueries(queuedEventQuery)
  @OperatorEndpoint({
    operationId: 'listQueuedEvents',
    summary: 'List undelivered events',
    description:
      'The waiting and parked events of a subscription, by account and in the order of delivery, in pages: `after` is `next` of the previous page. Without their data. An unknown parameter is an error.',
    success: { description: 'A page of events.', type: QueuedEventListDto },
    errors: ['not_found'],
    invalid: { state: { code: 'not_a_choice', params: { choices: 'waiting, parked' } } },
  })
  async events(
    @Param('name') name: string,
    @Query() query: Unvalidated<QueuedEventQueryDto>,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<QueuedEventListDto> {
    return requireFound(await this.maintenance.queuedEvents(name, query, requester));
  }

  @Post(':name/events/:sequence/retry')
  @NamesEvent()
  @OperatorEndpoint({
    operationId: 'retryEvent',
    summary: 'Retry a failed delivery',
    description:
      'Delivers a parked event again, or attempts a waiting one now, after the earlier events of its account. Requires no body.',
    success: { status: 204, description: 'It is delivered as soon as possible.' },
    errors: ['not_found'],
  })
  async retryEvent(
    @Param('name') name: string,
    @Param('sequence') sequence: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<void> {
    requireFound(await this.maintenance.retryEvent(name, readSequence(sequence), requester));
  }

  @Delete(':name/events/:sequence')
  @NamesEvent()
  @OperatorEndpoint({
    operationId: 'discardEvent',
    summary: 'Discard an event',
    description:
      'Deletes a parked or waiting event; the next one of its account is delivered. A node that has already read it may still deliver it.',
    errors: ['not_found'],
  })
  async discard(
    @Param('name') name: string,
    @Param('sequence') sequence: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<void> {
    requireFound(await this.maintenance.discardEvent(name, readSequence(sequence), requester));
  }
}

/** @throws NotFoundError for undefined and false */
export function requireFound<T>(result: T | undefined | false): T {
  if (result === undefined || result === false) throw new NotFoundError();
  return result;
}

/** @throws NotFoundError for other text than a whole number */
export function readSequence(text: string): number {
  return requireFound(/^\d{1,15}$/.test(text) && Number(text));
}
