import { isIdentifier } from './identifier.js';

/** A place in a list that has the newest first. It stays where it is when the item there is deleted. */
export interface ListPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** SQL's `(created_at, id) < position` for Prisma. Of the two conditions the first one has an index. */
export function before({ createdAt, id }: ListPosition) {
  return {
    createdAt: { lte: createdAt },
    OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }],
  };
}

/** The first items of a list, and the position of the last one where there are more, in milliseconds since 1970 with its id. */
export function pageOf<T extends ListPosition>(
  items: readonly T[],
  limit: number,
): [T[], string | null] {
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const next = last && items.length > limit ? `${last.createdAt.getTime()}-${last.id}` : null;
  return [page, next];
}

/** A position that {@link pageOf} has written; undefined for other text. */
export function readPosition(text: string): ListPosition | undefined {
  const [, time, id = ''] = /^(\d{1,14})-(.+)$/.exec(text) ?? [];
  return isIdentifier(id) ? { createdAt: new Date(Number(time)), id } : undefined;
}
