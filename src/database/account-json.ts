import { Prisma } from './generated/client.js';
import type { Account } from './records.js';

/** An account as JSON from PostgreSQL, with times as text including their zone, because JSON has no time type. */
export type AccountJson = {
  [Member in keyof Account]: Account[Member] extends Date | null
    ? Exclude<Account[Member], Date> | string
    : Account[Member];
};

type TimeMember = 'createdAt' | 'updatedAt' | 'suspendedAt';

/** Omits the password hash, which only password checks need, when Prisma reads accounts. */
export const withoutPassword = { omit: { passwordHash: true } } as const;

export function getColumn(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const columns = Object.values(Prisma.AccountScalarFieldEnum)
  .filter((member) => member !== 'passwordHash')
  .map((member) => [member, getColumn(member)] as const);

/** Returns SQL for {@link AccountJson}, from a row of `accounts` with this alias. */
export function accountJson(row: string): string {
  return `json_build_object(${columns.map(([member, column]) => `'${member}', ${row}.${column}`).join(', ')})`;
}

/** Converts in place. */
export function toAccount<T extends AccountJson>(
  json: T,
): Omit<T, TimeMember> & Pick<Account, TimeMember> {
  const { createdAt, updatedAt, suspendedAt } = json;
  const others: Omit<T, TimeMember> = json;
  return Object.assign(others, {
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    suspendedAt: suspendedAt === null ? null : new Date(suspendedAt),
  });
}
