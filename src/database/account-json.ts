import { Prisma } from './generated/client.js';
import type { Account } from './records.js';

/** An account as PostgreSQL writes it as JSON, which has no times: they are text, with their zone. */
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

/** SQL for {@link AccountJson}, of a row of `accounts` that has this name in the statement. */
export function accountJson(row: string): string {
  return `json_build_object(${members.map((each) => `'${each}', ${row}.${columnOf(each)}`).join(', ')})`;
}

/** The account, which the JSON becomes: nothing is copied. */
export function accountOf(json: AccountJson): Account {
  const { createdAt, updatedAt } = json;
  const others: Omit<AccountJson, 'createdAt' | 'updatedAt'> = json;
  return Object.assign(others, { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) });
}
