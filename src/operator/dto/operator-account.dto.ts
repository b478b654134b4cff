import { AccountDto } from '../../accounts/dto/account.dto.js';
import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { emailSchema, identifierSchema, nameSchema } from '../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { maxItems, maxMails, nextPage, optionalDay } from './operator.rules.js';

const optionalDate = { ...w3cDateSchema, nullable: true } as const;
const optionalText = { ...nameSchema, nullable: true } as const;
const lastSignInOn = {
  ...optionalDay,
  description:
    'The day in UTC of the last sign-in, which is known after a minute; `null` if there was none.',
} as const;
const count = { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 } as const;

/** An account in a list. */
@AccountsSchema
export class ListedAccountDto {
  @ApiProperty(identifierSchema) id!: string;
  @ApiProperty(emailSchema) email!: string;
  @ApiProperty(nameSchema) name!: string;

  @ApiProperty({ type: 'string', minLength: 2, maxLength: 2, pattern: '^[a-z]{2}$' })
  language_code!: string;

  @ApiProperty(optionalText) client!: string | null;
  @ApiProperty(w3cDateSchema) created_at!: string;
  @ApiProperty(optionalDate) suspended_at!: string | null;
  @ApiProperty(lastSignInOn) last_sign_in_on!: string | null;
}

/** A page of accounts, newest first. */
@AccountsSchema
export class AccountListDto {
  @ApiProperty({ type: [ListedAccountDto], maxItems }) accounts!: ListedAccountDto[];
  @ApiProperty(nextPage) next!: string | null;
}

/** The state of an account that is not part of its members. */
@AccountsSchema
export class OperatorStatusDto {
  @ApiProperty(optionalDate) email_verified_at!: string | null;
  @ApiProperty(optionalDate) suspended_at!: string | null;

  @ApiProperty({ type: 'boolean', description: 'Whether signing in requires a second step.' })
  second_factor!: boolean;

  @ApiProperty({
    ...optionalDate,
    description:
      'When the second factor will be removed, as requested by an operator; `null` if it will not.',
  })
  factor_removal_at!: string | null;

  @ApiProperty({ ...optionalText, maxLength: 1_000 }) suspension_reason!: string | null;

  @ApiProperty(lastSignInOn) last_sign_in_on!: string | null;
}

/** The numbers of resources of an account. */
@AccountsSchema
export class AccountCountsDto {
  @ApiProperty(count) applications!: number;
  @ApiProperty(count) sessions!: number;

  @ApiProperty({ ...count, description: 'The applications that it has authorized.' })
  grants!: number;
}

/** The outcome of a mail about an account. */
@AccountsSchema
export class OperatorMailDto {
  @ApiProperty({
    type: 'string',
    maxLength: 64,
    pattern: '^[0-9a-f-]+$',
    description: 'The first part of the Message-ID, which the log of the mail server contains.',
  })
  id!: string;

  @ApiProperty({ type: 'string', maxLength: 40, pattern: '^[a-z-]+$', example: 'password-reset' })
  kind!: string;

  @ApiProperty({
    enum: ['sent', 'rejected'],
    description: 'Whether the mail server accepted the mail, or refused it permanently.',
  })
  outcome!: 'sent' | 'rejected';

  @ApiProperty(w3cDateSchema) at!: string;

  @ApiProperty({
    ...count,
    description: 'How often it had this outcome within the hour: more than once after retries.',
  })
  count!: number;
}

/** An account as operators see it. */
@AccountsSchema
export class OperatorAccountDto {
  @ApiProperty({ type: AccountDto }) account!: AccountDto;
  @ApiProperty(optionalText) client!: string | null;

  @ApiProperty({
    ...identifierSchema,
    nullable: true,
    description: 'The application that created the account.',
  })
  registered_by!: string | null;

  @ApiProperty({ type: OperatorStatusDto }) status!: OperatorStatusDto;
  @ApiProperty({ type: AccountCountsDto }) counts!: AccountCountsDto;

  @ApiProperty({ type: [OperatorMailDto], maxItems: maxMails, description: 'The latest first.' })
  mails!: OperatorMailDto[];
}
