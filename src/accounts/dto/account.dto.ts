import { ApiProperty } from '@nestjs/swagger';
import { LinksDto } from '../../http/links.dto.js';
import { w3cDateSchema } from '../../http/w3c-date.js';
import { languageCodes } from '../../language/language-codes.js';

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

  @ApiProperty(w3cDateSchema)
  created_at!: string;

  @ApiProperty({ ...w3cDateSchema, description: 'Moves only when something changed.' })
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

/** An account as answered (SPEC 2.1). */
export class AccountAnswerDto {
  @ApiProperty({ type: AccountDto })
  account!: AccountDto;

  @ApiProperty({ type: LinksDto })
  _links!: LinksDto;
}
