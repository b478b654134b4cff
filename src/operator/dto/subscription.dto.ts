import type { SubscriptionState } from '../../events/event-subscriptions.repository.js';
import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';

/** The schema of a subscription name. */
export const subscriptionName = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[0-9A-Za-z_.-]+$',
  example: 'mail',
} as const;

const count = { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 } as const;
const moment = { type: 'string', format: 'date-time', maxLength: 35 } as const;

/** A subscription to events. */
@AccountsSchema
class OperatorSubscriptionDto implements SubscriptionState {
  @ApiProperty(subscriptionName) name!: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', maxLength: 64, pattern: '^[a-z]+[.][a-z]+$' },
    maxItems: 100,
  })
  types!: readonly string[];

  @ApiProperty({ ...moment, description: 'When a node with this subscriber was last running.' })
  seen_at!: string;

  @ApiProperty({
    ...count,
    description: 'The number of waiting events without parked ones, at most 20,000.',
  })
  waiting!: number;

  @ApiProperty({ type: 'boolean', description: 'Whether more may wait.' }) more_waiting!: boolean;

  @ApiProperty({ ...moment, nullable: true, description: 'The time of the oldest waiting event.' })
  oldest_at!: string | null;

  @ApiProperty({ ...count, description: 'The number of parked events.' }) parked!: number;

  @ApiProperty({ type: 'boolean', description: 'Whether more may be parked.' })
  more_parked!: boolean;

  @ApiProperty({ type: 'string', maxLength: 500, pattern: '^[^\\u0000]*$', nullable: true })
  last_error!: string | null;
}

/** All subscriptions. */
@AccountsSchema
export class OperatorSubscriptionListDto {
  @ApiProperty({ type: [OperatorSubscriptionDto], maxItems: 10_000 })
  subscriptions!: OperatorSubscriptionDto[];
}

/** The number of events that are delivered again. */
@AccountsSchema
export class RetriedDto {
  @ApiProperty(count) retried!: number;
}
