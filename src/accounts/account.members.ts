import type { auditEvents } from '../audit/audit-event.js';
import type { Account } from '../database/records.js';
import { w3cDate, w3cDateSchema } from '../http/openapi/w3c-date.js';
import {
  emailSchema,
  identifierSchema,
  nameSchema,
  phoneSchema,
} from '../http/openapi/text.schemas.js';
import { languageCodes } from '../language/language-codes.js';
import { EmailSubscriptionsDto, PermissionsDto } from './dto/account-settings.dto.js';
import { frequencySchema } from './application-data/application-data.dto.js';
import { NotificationPhoneDto, storedPhoneSchema } from './dto/notification-phone.dto.js';

export interface MemberDeclaration {
  readonly schema: object;
  /** Additions to the schema in requests. */
  readonly sentSchema?: object;
  /** The account field that the member sets at creation. Requests cannot send a member without one. */
  readonly field?: keyof Account;
  /** Whether a new account requires the member. If so, `null` does not clear it. */
  readonly isRequired?: true;
  /** Whether an update can change the member. */
  readonly isChangeable?: true;
  /** The audit event of a change. Default: `account.update`, shared with other members */
  readonly event?: keyof typeof auditEvents;
  /** Converts a sent, non-null value to the stored value. Default: the value itself. */
  readonly store?: (value: never) => unknown;
  /** Converts a stored, non-null value back to the sent one. Default: the value itself. */
  readonly unstore?: (value: never) => unknown;
  /** Reads the value from the account. Only exports return a member without this. */
  readonly read?: (account: Account) => unknown;
}

/** The email that the API shows: the pending one, if any, or the owner's. */
export function shownEmail(account: Pick<Account, 'email' | 'pendingEmail'>): string {
  return account.pendingEmail ?? account.email;
}

/** The value of a field as clients set it and see it: for `email` the shown one. */
export function fieldValue(account: Account, field: keyof Account): unknown {
  return field === 'email' ? shownEmail(account) : account[field];
}

/** Declares each member of an account (SPEC 2) once, by its JSON name. The DTOs contain its validation rules. */
export const accountMembers = {
  id: {
    schema: {
      ...identifierSchema,
      description: 'Unguessable, and never reused.',
      example: '7hT2mQx9LbW4KcV8NpR3ZsYd',
    },
    read: ({ id }) => id,
  },
  name: {
    schema: { ...nameSchema, example: 'Ada Lovelace' },
    sentSchema: {
      description:
        'The name of the account. White space around it and all bidi controls are dropped.',
    },
    field: 'name',
    isRequired: true,
    isChangeable: true,
    read: ({ name }) => name,
  },
  email: {
    schema: { ...emailSchema, example: 'ada@example.com' },
    sentSchema: {
      description:
        'Unique among accounts, without regard to letter case (Unicode case folding). White space around it is dropped.',
    },
    field: 'email',
    isRequired: true,
    isChangeable: true,
    read: shownEmail,
  },
  language_code: {
    schema: { enum: languageCodes, example: 'en' },
    sentSchema: {
      description: 'One of the alert languages of `GET /app/data`, in any letter case.',
    },
    field: 'languageCode',
    isRequired: true,
    isChangeable: true,
    read: ({ languageCode }) => languageCode,
  },
  phone: {
    schema: {
      ...phoneSchema,
      example: '(202) 358-0001',
    },
    sentSchema: {
      description:
        'Phone number as text, with at least one digit; a blank one counts as `null`. Never returned.',
    },
    field: 'phone',
    isChangeable: true,
  },
  client: {
    schema: { ...nameSchema, example: 'Example for Android' },
    sentSchema: {
      description:
        'The name of the client application that registers the user; a blank one counts as `null`. ' +
        'Kept at creation only.',
      minLength: 0,
    },
    field: 'client',
  },
  default_notification_phone: {
    schema: storedPhoneSchema,
    sentSchema: {
      description: 'The phone for SMS notifications. Never returned.',
      type: NotificationPhoneDto,
      properties: undefined,
    },
    field: 'notificationPhone',
    isChangeable: true,
    store: ({ number }: NotificationPhoneDto) => number,
    unstore: (number: string) => ({ number }),
  },
  created_at: { schema: w3cDateSchema, read: ({ createdAt }) => w3cDate(createdAt) },
  updated_at: {
    schema: { ...w3cDateSchema, description: 'Changes only if another member has changed.' },
    read: ({ updatedAt }) => w3cDate(updatedAt),
  },
  grouped_email_notification: {
    schema: { description: 'All notifications for all alerts in one email.', example: false },
    read: ({ groupedEmailNotification }) => groupedEmailNotification,
  },
  default_email_notification_frequency: {
    schema: { ...frequencySchema, example: 'daily' },
    read: ({ emailFrequency }) => emailFrequency,
  },
  default_desktop_notification_frequency: {
    schema: { ...frequencySchema, example: 'hourly' },
    read: ({ desktopFrequency }) => desktopFrequency,
  },
  default_push_notification_frequency: {
    schema: { ...frequencySchema, example: 'hourly' },
    read: ({ pushFrequency }) => pushFrequency,
  },
  default_trending_email_notification_frequency: {
    schema: { ...frequencySchema, example: 'occasionally' },
    read: ({ trendingEmailFrequency }) => trendingEmailFrequency,
  },
  permissions: {
    schema: { type: PermissionsDto },
    read: (account) => ({
      create_alert: account.canCreateAlert,
      read_teammembers: account.canReadTeammembers,
      read_teamrequests: account.canReadTeamrequests,
      read_quotastats: account.canReadQuotastats,
    }),
  },
  email_subscriptions: {
    schema: { type: EmailSubscriptionsDto },
    read: (account) => ({ quota_exceeded: account.subscribedToQuotaExceeded }),
  },
} as const satisfies Record<string, MemberDeclaration>;

export type AccountMembers = typeof accountMembers;

/** The names of the members whose declaration matches a shape. */
export type MembersWith<Shape> = {
  [Name in keyof AccountMembers]: AccountMembers[Name] extends Shape ? Name : never;
}[keyof AccountMembers];

/** An account as the API returns it. */
type ReadAccount = {
  [Name in MembersWith<{ read: unknown }>]: ReturnType<AccountMembers[Name]['read']>;
};

export const declarations: readonly (readonly [string, MemberDeclaration])[] =
  Object.entries(accountMembers);

/** The names of the members that only exports return. */
export const hiddenMembers = declarations.flatMap(([name, { read }]) => (read ? [] : [name]));

const members = new Map(declarations);

/** @throws RangeError for an unknown name */
export function accountMember(name: string): MemberDeclaration {
  const declaration = members.get(name);
  if (!declaration) throw new RangeError(`An account has no member ${name}.`);
  return declaration;
}

const readers = declarations.flatMap(([name, { read }]) => (read ? [{ name, read }] : []));

/** Reads the members that the API returns. It never returns a member without `read` (SPEC 2.1). */
export function readAccount(account: Account): ReadAccount {
  const members: Record<string, unknown> = {};
  for (const { name, read } of readers) members[name] = read(account);
  return members as ReadAccount;
}
