import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import {
  Exposed,
  IsDate,
  IsName,
  IsTextUpTo,
  NoControlCharacters,
  Required,
  TextRule,
} from '../../validation/validation.rules.js';
import { IsClientName, IsEmailAddress, IsLanguageCode, IsPhone } from '../dto/account.rules.js';
import { IsNotificationPhone, type NotificationPhoneDto } from '../dto/notification-phone.dto.js';

const IsPastDate = () =>
  Exposed(
    IsDate(),
    TextRule('date_invalid', (text) => !(Date.parse(text) > Date.now())),
  );

const Line = (max: number) => Exposed(IsTextUpTo(max), NoControlCharacters());

/** Text, or a whole number, such as the row id in many databases. */
const IsExternalId = () =>
  Exposed(
    Transform(({ value }: { value: unknown }) =>
      Number.isSafeInteger(value) ? String(value) : value,
    ),
    Line(255),
  );

/**
 * An account of another system. Shared members have the rules of `CreateAccountDto`. Times are in ISO 8601 and not in the
 * future. Unknown members are rejected.
 */
export class ImportedAccountDto {
  @Required() @IsEmailAddress() email!: string;
  @Required() @IsName() name!: string;
  @Required() @IsLanguageCode() language_code!: string;
  @IsOptional() @IsPhone() phone?: string | null | undefined;
  @IsOptional() @IsClientName() client?: string | null | undefined;
  @IsOptional() @IsNotificationPhone() default_notification_phone?:
    NotificationPhoneDto | null | undefined;
  /** When the account was created. Default: now. */
  @IsOptional() @IsPastDate() created_at?: string | null | undefined;
  /** When the owner verified the email. Default: never. */
  @IsOptional() @IsPastDate() email_verified_at?: string | null | undefined;
  /** When the account was suspended. Default: it is not suspended. */
  @IsOptional() @IsPastDate() suspended_at?: string | null | undefined;
  /** The hash of the password, in a format that docs/migration.md lists. Default: none; the owner has to reset it. */
  @IsOptional() @Line(1_024) password_hash?: string | null | undefined;
  /** The id in the other system, up to 255 characters. The result of the row contains it; it is not stored. */
  @IsOptional() @IsExternalId() external_id?: string | number | null | undefined;
}

/** The names of all members. A new instance has each of them as a field. */
export const importedMembers: readonly string[] = Object.keys(new ImportedAccountDto());
