import type { Account } from '../database/records.js';
import { presentMembers } from '../validation/present-members.js';
import type { UpdatePermissionsDto } from './dto/account-settings.dto.js';
import type { UpdatePreferencesDto } from './dto/preferences.dto.js';

const permissionFields = {
  create_alert: 'canCreateAlert',
  read_teammembers: 'canReadTeammembers',
  read_teamrequests: 'canReadTeamrequests',
  read_quotastats: 'canReadQuotastats',
} as const satisfies Record<keyof UpdatePermissionsDto, keyof Account>;

export type Permission = keyof typeof permissionFields;

/** The names of all permissions. */
export const permissions = Object.keys(permissionFields) as readonly Permission[];

/** The account fields that preferences and permissions set. */
export type SettingFields = Pick<
  Account,
  | 'groupedEmailNotification'
  | 'emailFrequency'
  | 'desktopFrequency'
  | 'pushFrequency'
  | 'trendingEmailFrequency'
  | 'subscribedToQuotaExceeded'
  | (typeof permissionFields)[Permission]
>;

/** Converts preferences to the account fields they set. */
export function fieldsOfPreferences(sent: UpdatePreferencesDto): Partial<SettingFields> {
  return presentMembers({
    groupedEmailNotification: sent.grouped_email_notification,
    emailFrequency: sent.default_email_notification_frequency,
    desktopFrequency: sent.default_desktop_notification_frequency,
    pushFrequency: sent.default_push_notification_frequency,
    trendingEmailFrequency: sent.default_trending_email_notification_frequency,
    subscribedToQuotaExceeded: sent.email_subscriptions?.quota_exceeded,
  });
}

/** Converts permissions to the account fields they set. */
export function fieldsOfPermissions(sent: UpdatePermissionsDto): Partial<SettingFields> {
  return presentMembers(
    Object.fromEntries(permissions.map((name) => [permissionFields[name], sent[name]])),
  );
}
