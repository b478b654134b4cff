import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { Type } from 'class-transformer';
import { ApiProperty, ApiPropertyOptional } from '../../http/openapi/swagger.decorators.js';
import { IsName, Required } from '../../http/input/validation.rules.js';
import { emailSchema, nameSchema, phoneSchema } from '../../http/openapi/text.schemas.js';
import { languageCodes } from '../../language/language-codes.js';
import {
  IsClientName,
  IsEmailAddress,
  IsLanguageCode,
  IsNested,
  IsPassword,
  IsPhone,
} from './account.rules.js';
import { NotificationPhoneDto } from './notification-phone.dto.js';

/**
 * An account as sent to be created (SPEC 2.2): `name` 1 to 255 characters without the white space
 * around it, `email` 2 to 255, `password` by the policy, `language_code` one of the 44, `phone` up to
 * 64 with a digit, `client` up to 255. Bidi controls are dropped from name, phone and client; a blank
 * phone or client is none. Members that are not listed are ignored.
 */
@AccountsSchema
export class CreateAccountDto {
  @ApiProperty({
    ...nameSchema,
    description:
      'The name of the account. White space around it is dropped, and bidi controls are wherever they are.',
    example: 'Ada Lovelace',
  })
  @Required()
  @IsName()
  name!: string;

  @ApiProperty({
    ...emailSchema,
    description: 'Unique among accounts, without regard to letter case (Unicode case folding).',
    example: 'ada@example.com',
  })
  @Required()
  @IsEmailAddress()
  email!: string;

  @ApiProperty({
    description:
      'At least one letter and one digit, any characters allowed. Judged and hashed in Unicode NFKC.',
    format: 'password',
    minLength: 6,
    maxLength: 1024,
    example: 'analytical engine 1843',
  })
  @Required()
  @IsPassword()
  password!: string;

  @ApiProperty({
    description: 'One of the alert languages of `GET /app/data`.',
    enum: languageCodes,
    example: 'en',
  })
  @Required()
  @IsLanguageCode()
  language_code!: string;

  @ApiPropertyOptional({
    ...phoneSchema,
    description:
      'Phone number as text, with at least one digit; a blank one counts as `null`. Never returned.',
    nullable: true,
    example: '(202) 358-0001',
  })
  @IsPhone()
  phone?: string | null | undefined;

  @ApiPropertyOptional({
    ...nameSchema,
    description:
      'The name of the client application that registers the user; a blank one counts as `null`. ' +
      'Kept at creation only.',
    minLength: 0,
    nullable: true,
    example: 'Example for Android',
  })
  @IsClientName()
  client?: string | null | undefined;

  @ApiPropertyOptional({
    description: 'The phone for SMS notifications. Never returned.',
    type: NotificationPhoneDto,
    nullable: true,
  })
  @Type(() => NotificationPhoneDto)
  @IsNested()
  default_notification_phone?: NotificationPhoneDto | null | undefined;
}
