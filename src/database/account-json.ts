import { Prisma } from './generated/client.js';
import type { Account } from './records.js';

/** An account as JSON from PostgreSQL; times are text with their zone, because JSON has no times. */
export type AccountJson = {
  [Member in keyof Account]: Account[Member] extends Date ? string : Account[Member];
};

/** The column of a member of a model. */
export function columnOf(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const members = Object.values(Prisma.AccountScalarFieldEnum).filter(
  (member) => member !== 'passwordHash',
);

/** SQL for {@link AccountJson}, of the row of `accounts` with this alias. */
export function accountJson(row: string): string {
  return `json_build_object(${members.map((each) => `'${each}', ${row}.${columnOf(each)}`).join(', ')})`;
}

/** Turns the JSON into the account, in place. */
export function accountOf(json: AccountJson): Account {
  const { createdAt, updatedAt } = json;
  const others: Omit<AccountJson, 'createdAt' | 'updatedAt'> = json;
  return Object.assign(others, { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) });
}
