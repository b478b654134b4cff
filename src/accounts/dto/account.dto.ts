import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { LinksDto } from '../../http/urls/links.dto.js';
import { ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { emailSchema, identifierSchema, nameSchema } from '../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../http/headers/w3c-date.js';
import { languageCodes } from '../../language/language-codes.js';
import { frequencySchema } from './application-data.dto.js';

/** What an account may do. */
@AccountsSchema
export class PermissionsDto {
  @ApiProperty({ example: true })
  create_alert!: boolean;

  @ApiProperty({ example: true })
  read_teammembers!: boolean;

  @ApiProperty({ example: true })
  read_teamrequests!: boolean;

  @ApiProperty({ example: true })
  read_quotastats!: boolean;
}

/** What an account is told by mail. */
@AccountsSchema
export class EmailSubscriptionsDto {
  @ApiProperty({ example: true })
  quota_exceeded!: boolean;
}

/** An account as it is answered (SPEC 2.1). */
@AccountsSchema
export class AccountDto {
  @ApiProperty({
    ...identifierSchema,
    description: 'Unguessable, never used again.',
    example: '7hT2mQx9LbW4KcV8NpR3ZsYd',
  })
  id!: string;

  @ApiProperty({ ...nameSchema, example: 'Ada Lovelace' })
  name!: string;

  @ApiProperty({ ...emailSchema, example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ enum: languageCodes, example: 'en' })
  language_code!: string;

  @ApiProperty(w3cDateSchema)
  created_at!: string;

  @ApiProperty({ ...w3cDateSchema, description: 'Moves only when something changed.' })
  updated_at!: string;

  @ApiProperty({ description: 'All notifications for all alerts in one email.', example: false })
  grouped_email_notification!: boolean;

  @ApiProperty({ ...frequencySchema, example: 'daily' })
  default_email_notification_frequency!: string;

  @ApiProperty({ ...frequencySchema, example: 'hourly' })
  default_desktop_notification_frequency!: string;

  @ApiProperty({ ...frequencySchema, example: 'hourly' })
  default_push_notification_frequency!: string;

  @ApiProperty({ ...frequencySchema, example: 'occasionally' })
  default_trending_email_notification_frequency!: string;

  @ApiProperty({ type: PermissionsDto })
  permissions!: PermissionsDto;

  @ApiProperty({ type: EmailSubscriptionsDto })
  email_subscriptions!: EmailSubscriptionsDto;
}

/** An account as answered (SPEC 2.1). */
@AccountsSchema
export class AccountAnswerDto {
  @ApiProperty({ type: AccountDto })
  account!: AccountDto;

  @ApiProperty({ type: LinksDto })
  _links!: LinksDto;
}
