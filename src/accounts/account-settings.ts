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

export const permissions = Object.keys(permissionFields) as readonly Permission[];

/** The account field of each preference and permission. */
const settingFields = {
  ...permissionFields,
  grouped_email_notification: 'groupedEmailNotification',
  default_email_notification_frequency: 'emailFrequency',
  default_desktop_notification_frequency: 'desktopFrequency',
  default_push_notification_frequency: 'pushFrequency',
  default_trending_email_notification_frequency: 'trendingEmailFrequency',
  quota_exceeded: 'subscribedToQuotaExceeded',
} as const satisfies Record<string, keyof Account>;

export type SettingFields = Pick<Account, (typeof settingFields)[keyof typeof settingFields]>;

export function toSettingFields({
  email_subscriptions,
  ...others
}: UpdatePreferencesDto & UpdatePermissionsDto): Partial<SettingFields> {
  const sent = new Map(Object.entries({ ...others, ...email_subscriptions }));
  const fields = Object.entries(settingFields);
  return presentMembers(Object.fromEntries(fields.map(([name, field]) => [field, sent.get(name)])));
}
