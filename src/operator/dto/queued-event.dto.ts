import { IsOptional } from 'class-validator';
import {
  queueStates,
  type QueuedEvent,
  type QueueState,
} from '../../events/queued-events.repository.js';
import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { identifierSchema, nameSchema } from '../../http/openapi/text.schemas.js';
import { IsOneOf } from '../../validation/validation.rules.js';
import { pageQuery } from './account-query.dto.js';
import { IsFilter, IsLimit, maxItems } from './operator.rules.js';

/** The schema of the number of an event. */
export const sequenceSchema = {
  type: 'integer',
  format: 'int64',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  example: 4_711,
} as const;
const moment = { type: 'string', format: 'date-time', maxLength: 35 } as const;
const state = { enum: [...queueStates] };

/** The query parameters of {@link QueuedEventQueryDto}. */
export const queuedEventQuery = {
  account: { ...identifierSchema, description: 'The id of an account, whose mails are included.' },
  state: { type: 'string', ...state, description: 'Default: both.' },
  after: { ...nameSchema, description: '`next` of the previous page.' },
  limit: pageQuery.limit,
} as const;

/** A query for a page of undelivered events. */
@AccountsSchema
export class QueuedEventQueryDto {
  @ApiProperty({ ...queuedEventQuery.account, required: false })
  @IsOptional()
  @IsFilter()
  account?: string | undefined;

  @ApiProperty({ ...state, required: false })
  @IsOptional()
  @IsOneOf(queueStates)
  state?: QueueState | undefined;

  @ApiProperty({ ...queuedEventQuery.after, required: false })
  @IsOptional()
  @IsFilter()
  after?: string | undefined;

  @ApiProperty({ ...queuedEventQuery.limit, required: false })
  @IsLimit()
  limit?: number | undefined;
}

/** An undelivered event. */
@AccountsSchema
export class QueuedEventDto implements QueuedEvent {
  @ApiProperty({ ...sequenceSchema, description: 'Identifies the event within its subscription.' })
  sequence!: number;

  @ApiProperty({
    type: 'string',
    maxLength: 64,
    pattern: '^[0-9a-f-]+$',
    description: 'The `id` that subscribers receive; of a mail, the first part of its Message-ID.',
  })
  event_id!: string;

  @ApiProperty({ type: 'string', maxLength: 64, pattern: '^[a-z]+[.][a-z]+$' })
  type!: string;

  @ApiProperty({
    type: 'string',
    maxLength: 40,
    pattern: '^[a-z-]+$',
    nullable: true,
    example: 'password-reset',
    description: 'The kind of mail that an event of the type `mail.requested` requests.',
  })
  mail!: string | null;

  @ApiProperty({
    ...nameSchema,
    description: 'The account; for a mail to an entered address, a digest of the address.',
  })
  account_id!: string;

  @ApiProperty(state) state!: QueueState;
  @ApiProperty(moment) occurred_at!: string;

  @ApiProperty({ ...moment, nullable: true, description: 'When a parked event was given up.' })
  parked_at!: string | null;

  @ApiProperty({
    ...moment,
    nullable: true,
    description: 'The next attempt at the first waiting event of the account.',
  })
  due_at!: string | null;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: 2_147_483_647,
    description: 'The attempts at the parked event, or at the first waiting event of the account.',
  })
  attempts!: number;

  @ApiProperty({ type: 'string', maxLength: 500, pattern: '^[^\\u0000]*$', nullable: true })
  last_error!: string | null;
}

/** A page of undelivered events, by account and in the order of delivery. */
@AccountsSchema
export class QueuedEventListDto {
  @ApiProperty({ type: [QueuedEventDto], maxItems }) events!: QueuedEventDto[];

  @ApiProperty({
    ...nameSchema,
    nullable: true,
    example: '4711-7hT2mQx9LbW4KcV8NpR3ZsYd',
    description: '`after` of the next page; null on the last page.',
  })
  next!: string | null;
}
