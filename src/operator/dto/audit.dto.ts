import { IsOptional } from 'class-validator';
import { serviceEvents, auditEvents } from '../../audit/audit-event.js';
import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { identifierSchema, nameSchema } from '../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { IsDate, IsOneOf } from '../../validation/validation.rules.js';
import { accountQuery, PageQueryDto, pageQuery } from './account-query.dto.js';
import { IsFilter, maxItems, nextPage } from './operator.rules.js';

const eventNames = [...Object.keys(auditEvents), ...serviceEvents].sort();
const { created_from: from, created_to: to } = accountQuery;
const text = { ...nameSchema, minLength: 0 };
const optionalText = { ...text, nullable: true } as const;
const optionalId = { ...identifierSchema, nullable: true } as const;

/** The query parameters of {@link AuditQueryDto}. */
export const auditQuery = {
  ...pageQuery,
  account: { ...text, description: 'The email or id of the account that the events are about.' },
  actor: { ...text, description: 'The email or id of the account that made the requests.' },
  application: {
    ...text,
    description: 'The id of the application that the events are about, or that made the requests.',
  },
  operator: { ...text, description: 'The name of the operator who made the requests.' },
  event: { type: 'string', enum: eventNames, description: 'The name of the events.' },
  source: { ...text, description: 'The IP address of the requests.' },
  from: { ...from, description: `${from.description} Repeated events match if the last does.` },
  to,
} as const;

const Filter = (name: keyof typeof auditQuery) =>
  ApiProperty({ ...auditQuery[name], required: false });

/** A search in the audit trail. Each member narrows it. */
@AccountsSchema
export class AuditQueryDto extends PageQueryDto {
  @Filter('account')
  @IsOptional()
  @IsFilter()
  account?: string | undefined;

  @Filter('actor')
  @IsOptional()
  @IsFilter()
  actor?: string | undefined;

  @Filter('application')
  @IsOptional()
  @IsFilter()
  application?: string | undefined;

  @Filter('operator')
  @IsOptional()
  @IsFilter()
  operator?: string | undefined;

  @Filter('event')
  @IsOptional()
  @IsOneOf(eventNames)
  event?: string | undefined;

  @Filter('source')
  @IsOptional()
  @IsFilter()
  source?: string | undefined;

  @Filter('from')
  @IsOptional()
  @IsDate()
  from?: string | undefined;

  @Filter('to')
  @IsOptional()
  @IsDate()
  to?: string | undefined;
}

/** An event of the audit trail. */
@AccountsSchema
export class AuditEventDto {
  @ApiProperty(identifierSchema) id!: string;
  @ApiProperty({ ...w3cDateSchema, description: 'The time of the first of `count` events.' })
  at!: string;

  @ApiProperty({ type: 'string', maxLength: 64, pattern: '^[a-z]+[.][a-z]+$' }) event!: string;

  @ApiProperty({
    type: 'string',
    maxLength: 64,
    pattern: '^[a-z_]+$',
    description: '`succeeded`, or the code of the error.',
  })
  result!: string;

  @ApiProperty(optionalId) account_id!: string | null;
  @ApiProperty(optionalId) application_id!: string | null;
  @ApiProperty(optionalText) application_name!: string | null;
  @ApiProperty(optionalId) actor_id!: string | null;
  @ApiProperty(optionalId) client_id!: string | null;
  @ApiProperty(optionalText) client_name!: string | null;
  @ApiProperty({ type: 'string', maxLength: 32, pattern: '^[a-z_]+$' }) channel!: string;
  @ApiProperty({ ...optionalText, maxLength: 45 }) source!: string | null;

  @ApiProperty({
    ...optionalText,
    maxLength: 64,
    description: 'The browser and its system by their common names, of a request from a page.',
  })
  device!: string | null;

  @ApiProperty({ ...optionalText, maxLength: 160 }) request_id!: string | null;

  @ApiProperty({ type: 'array', items: { ...text, maxLength: 2_000 }, maxItems: 1_000 })
  members!: string[];

  @ApiProperty({ ...optionalText, maxLength: 78 }) operator!: string | null;
  @ApiProperty({ ...optionalText, maxLength: 1_000 }) reason!: string | null;

  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, maximum: 2_147_483_647 })
  count!: number;

  @ApiProperty({ ...w3cDateSchema, description: 'The time of the last of `count` events.' })
  last_at!: string;
}

/** A page of the audit trail, the latest events first. */
@AccountsSchema
export class AuditEventListDto {
  @ApiProperty({ type: [AuditEventDto], maxItems }) events!: AuditEventDto[];
  @ApiProperty(nextPage) next!: string | null;
}
