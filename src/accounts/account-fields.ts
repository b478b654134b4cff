import type { auditEvents } from '../audit/audit-event.js';
import type { Account } from '../database/records.js';
import {
  accountMember,
  declarations,
  fieldValue,
  type AccountMembers,
  type MembersWith,
} from './account.members.js';
import type { SettingFields } from './account-settings.js';
import type { CreateAccountDto } from './dto/create-account.dto.js';
import type { UpdateAccountDto } from './dto/update-account.dto.js';

type FieldOf<Member> = Member extends { readonly field: infer Field extends keyof Account }
  ? Field
  : never;

type FieldsOf<Shape> = Pick<Account, FieldOf<AccountMembers[MembersWith<Shape>]>>;

export type InitialFields = FieldsOf<unknown>;

export type ChangeableFields = FieldsOf<{ isChangeable: true }> & SettingFields;

type RequiredFields = FieldsOf<{ isRequired: true }>;

type Conversion = (value: unknown) => unknown;

const same: Conversion = (value) => value;

const stored = declarations.flatMap(([name, { field, store = same, unstore = same, ...member }]) =>
  field
    ? [{ ...member, name, field, store: store as Conversion, unstore: unstore as Conversion }]
    : [],
);

/**
 * Reads the members that a request to create the account would send. The email is the owner's, because a pending one is
 * unproved.
 */
export function readInitialMembers(account: Account): Omit<CreateAccountDto, 'password'> {
  return readMembers(account, stored) as Omit<CreateAccountDto, 'password'>;
}

/** Reads the members that the API never returns, as requests send them. */
export function readHiddenMembers(account: Account): object {
  return readMembers(
    account,
    stored.filter(({ read }) => !read),
  );
}

function readMembers(account: Account, members: typeof stored): object {
  return Object.fromEntries(
    members.map(({ name, field, unstore }) => {
      const value = account[field];
      return [name, value === null ? null : unstore(value)];
    }),
  );
}

const changeable = stored.filter(({ isChangeable }) => isChangeable);

/** Reads the changeable members as the texts of a form; a missing value is blank. */
export function readTexts(account: Account): Record<string, string> {
  return Object.fromEntries(
    changeable.map(({ name, field }) => [name, String(fieldValue(account, field) ?? '')]),
  );
}

/** Converts the texts of a form to a request. A blank text clears an optional member. */
export function toRequest(texts: Readonly<Record<string, string | undefined>>) {
  const members = changeable.flatMap(({ name, isRequired, unstore }) => {
    const text = texts[name];
    if (text === undefined) return [];
    return [[name, text === '' && !isRequired ? null : unstore(text)]];
  });
  return Object.fromEntries(members) as UpdateAccountDto;
}

/** Converts a request to the account fields it sets. */
export function fieldsSetBy(
  request: Omit<CreateAccountDto, 'password'>,
): RequiredFields & Partial<InitialFields>;
export function fieldsSetBy(request: UpdateAccountDto): Partial<ChangeableFields>;
export function fieldsSetBy(request: object): object {
  const sent: Readonly<Record<string, unknown>> = { ...request };
  return Object.fromEntries(
    stored
      .filter(({ name }) => sent[name] !== undefined)
      .map(({ name, field, store }) => [field, sent[name] === null ? null : store(sent[name])]),
  );
}

export function changeEvents(
  names: readonly string[],
): Map<keyof typeof auditEvents, readonly string[]> {
  const events = new Map<keyof typeof auditEvents, readonly string[]>();
  for (const name of names) {
    const { event = 'account.update' } = accountMember(name);
    events.set(event, [...(events.get(event) ?? []), name]);
  }
  return events;
}

/** Returns the writable members with the same value in both rows. */
export function unchangedMembers(before: Account, after: Account): string[] {
  return stored
    .filter(({ field }) => fieldValue(before, field) === fieldValue(after, field))
    .map(({ name }) => name);
}

/** Null for every optional field: the initial values of a new account. */
export const clearedFields = Object.fromEntries(
  declarations.flatMap(([, { field, isRequired }]) =>
    field && !isRequired ? [[field, null]] : [],
  ),
) as Readonly<Record<Exclude<keyof InitialFields, keyof RequiredFields>, null>>;
