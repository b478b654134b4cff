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

const stored = declarations.flatMap(([name, { field, store = (value: unknown) => value }]) =>
  field ? [{ name, field, store: store as (value: unknown) => unknown }] : [],
);

export function fieldsSetBy(request: CreateAccountDto): RequiredFields & Partial<InitialFields>;
export function fieldsSetBy(request: UpdateAccountDto): Partial<ChangeableFields>;
export function fieldsSetBy(request: object): object {
  const sent = request as Readonly<Record<string, unknown>>;
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
