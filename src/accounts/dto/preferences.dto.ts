import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import { LinksDto } from '../../http/urls/links.dto.js';
import { frequencies } from '../../language/application-data.js';
import { Exposed, IsOneOf, NotNull, withCode } from '../../validation/validation.rules.js';
import { ReadMember } from './account-member.decorators.js';
import { EmailSubscriptionsDto, OptionalBoolean } from './account-settings.dto.js';
import { frequencySchema } from '../application-data/application-data.dto.js';

/** The notification preferences of an account, in a response. */
@AccountsSchema
export class PreferencesDto {
  @ReadMember() grouped_email_notification!: boolean;
  @ReadMember() default_email_notification_frequency!: string;
  @ReadMember() default_desktop_notification_frequency!: string;
  @ReadMember() default_push_notification_frequency!: string;
  @ReadMember() default_trending_email_notification_frequency!: string;
  @ReadMember() email_subscriptions!: EmailSubscriptionsDto;
}

/** The response with the notification preferences of an account. */
@AccountsSchema
export class PreferencesResponseDto {
  @ApiProperty({ type: PreferencesDto }) preferences!: PreferencesDto;
  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}

/** Changes to the email notifications of an account: absent members stay unchanged. */
@AccountsSchema
export class UpdateEmailSubscriptionsDto {
  @OptionalBoolean(false) quota_exceeded?: boolean | undefined;
}

const OptionalFrequency = (vocabulary: keyof typeof frequencies, example: string) =>
  applyDecorators(
    IsOneOf(frequencies[vocabulary]),
    NotNull(),
    ApiPropertyOptional({
      ...frequencySchema,
      description: `One of \`${vocabulary}\` of \`GET /app/data\`.`,
      example,
    }),
  );

/** Changes to notification preferences: absent members stay unchanged, and unknown members are ignored. */
@AccountsSchema
export class UpdatePreferencesDto {
  @OptionalBoolean(true)
  grouped_email_notification?: boolean | undefined;

  @OptionalFrequency('default_email_notification_frequencies', 'weekly')
  default_email_notification_frequency?: string | undefined;

  @OptionalFrequency('default_desktop_notification_frequencies', 'never')
  default_desktop_notification_frequency?: string | undefined;

  @OptionalFrequency('default_push_notification_frequencies', 'instantly')
  default_push_notification_frequency?: string | undefined;

  @OptionalFrequency('default_trending_email_notification_frequencies', 'often')
  default_trending_email_notification_frequency?: string | undefined;

  @ApiPropertyOptional({ type: UpdateEmailSubscriptionsDto })
  @NotNull()
  @Exposed(
    Type(() => UpdateEmailSubscriptionsDto),
    IsObject(withCode('not_an_object')),
    ValidateNested(),
  )
  email_subscriptions?: UpdateEmailSubscriptionsDto | undefined;
}
