import { Get, Param, Post } from '@nestjs/common';
import { NotFoundError } from '../errors/error-registry.js';
import { ApiParam } from '../http/openapi/swagger.decorators.js';
import {
  OperatorSubscriptionListDto,
  RetriedDto,
  subscriptionName,
} from './dto/subscription.dto.js';
import { MaintenanceService } from './maintenance.service.js';
import { OperatorEndpoint, OperatorRoutes } from './operator-endpoint.decorator.js';
import { CurrentOperator } from './operator.guard.js';
import type { OperatorRequester } from '../request/requester.js';

/** The event subscriptions and their parked events. The subscription `mail` sends mails. */
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
  @ApiParam({
    name: 'name',
    description: 'The name of the subscription.',
    schema: subscriptionName,
  })
  @OperatorEndpoint({
    operationId: 'retryEvents',
    summary: 'Retry failed deliveries',
    description:
      'Delivers parked events again, for up to another three days. `mail` sends parked mails again. Requires no body.',
    success: { description: 'The number of retried events.', type: RetriedDto },
    errors: ['not_found'],
  })
  async retry(
    @Param('name') name: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<RetriedDto> {
    const retried = await this.maintenance.retryEvents(name, requester);
    if (retried === undefined) throw new NotFoundError();
    return { retried };
  }
}
