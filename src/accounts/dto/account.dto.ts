import { ApiProperty } from '@nestjs/swagger';
import { languageCodes } from '../../language/language-codes.js';

const date = {
  type: String,
  format: 'date-time',
  example: '2026-01-18T14:49:37.123+00:00',
} as const;

export class PermissionsDto {
  @ApiProperty()
  create_alert!: boolean;

  @ApiProperty()
  read_teammembers!: boolean;

  @ApiProperty()
  read_teamrequests!: boolean;

  @ApiProperty()
  read_quotastats!: boolean;
}

export class EmailSubscriptionsDto {
  @ApiProperty()
  quota_exceeded!: boolean;
}

export class AccountDto {
  @ApiProperty({
    description: 'Unguessable, never used again.',
    example: '7hT2mQx9LbW4KcV8NpR3ZsYd',
  })
  id!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  name!: string;

  @ApiProperty({ example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ enum: languageCodes, example: 'en' })
  language_code!: string;

  @ApiProperty(date)
  created_at!: string;

  @ApiProperty({ ...date, description: 'Moves only when something changed.' })
  updated_at!: string;

  @ApiProperty({ description: 'All notifications for all alerts in one email.', example: false })
  grouped_email_notification!: boolean;

  @ApiProperty({ example: 'daily' })
  default_email_notification_frequency!: string;

  @ApiProperty({ example: 'hourly' })
  default_desktop_notification_frequency!: string;

  @ApiProperty({ example: 'hourly' })
  default_push_notification_frequency!: string;

  @ApiProperty({ example: 'occasionally' })
  default_trending_email_notification_frequency!: string;

  @ApiProperty({ type: PermissionsDto })
  permissions!: PermissionsDto;

  @ApiProperty({ type: EmailSubscriptionsDto })
  email_subscriptions!: EmailSubscriptionsDto;
}

export class LinkDto {
  @ApiProperty({ example: '/api/accounts/7hT2mQx9LbW4KcV8NpR3ZsYd' })
  href!: string;
}

export class AccountLinksDto {
  @ApiProperty({ type: LinkDto })
  self!: LinkDto;
}

/** An account as answered (SPEC 2.1). */
export class AccountAnswerDto {
  @ApiProperty({ type: AccountDto })
  account!: AccountDto;

  @ApiProperty({ type: AccountLinksDto })
  _links!: AccountLinksDto;
}
