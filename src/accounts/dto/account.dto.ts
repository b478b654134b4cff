import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { LinksDto } from '../../http/urls/links.dto.js';
import { ReadMember } from './account-member.decorators.js';
import { EmailSubscriptionsDto, PermissionsDto } from './account-settings.dto.js';

/** An account in a response (SPEC 2.1). `account.members.ts` declares each member. */
@AccountsSchema
export class AccountDto {
  @ReadMember() id!: string;
  @ReadMember() name!: string;
  @ReadMember() email!: string;
  @ReadMember() language_code!: string;
  @ReadMember() created_at!: string;
  @ReadMember() updated_at!: string;
  @ReadMember() grouped_email_notification!: boolean;
  @ReadMember() default_email_notification_frequency!: string;
  @ReadMember() default_desktop_notification_frequency!: string;
  @ReadMember() default_push_notification_frequency!: string;
  @ReadMember() default_trending_email_notification_frequency!: string;
  @ReadMember() permissions!: PermissionsDto;
  @ReadMember() email_subscriptions!: EmailSubscriptionsDto;
}

/** The response with an account (SPEC 2.1). */
@AccountsSchema
export class AccountResponseDto {
  @ApiProperty({ type: AccountDto }) account!: AccountDto;
  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}
