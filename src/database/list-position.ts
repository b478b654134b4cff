import { isIdentifier } from './identifier.js';

/** A position in a list with the newest first. It stays valid when its item is deleted. */
export interface ListPosition {
  /** When the item was created. */
  readonly createdAt: Date;
  /** The id of the item. */
  readonly id: string;
}

/** Returns SQL's `(created_at, id) < position` for Prisma. The first of the two conditions uses an index. */
export function before({ createdAt, id }: ListPosition) {
  return {
    createdAt: { lte: createdAt },
    OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }],
  };
}

/**
 * Returns the first items of a list and, if there are more, the last one's position: milliseconds and the id.
 *
 * @param end where the search for the items ended, if there may be more
 */
export function toPage<T extends ListPosition>(
  items: readonly T[],
  limit: number,
  end?: ListPosition,
): [T[], string | null] {
  const page = items.slice(0, limit);
  const last = items.length > limit ? page.at(-1) : end;
  return [page, last ? writePosition(last) : null];
}

export function writePosition({ createdAt, id }: ListPosition): string {
  return `${createdAt.getTime()}-${id}`;
}

/** Parses a position from {@link writePosition}; returns undefined for other text. */
export function readPosition(text: string): ListPosition | undefined {
  const [, time, id = ''] = /^(\d{1,14})-(.+)$/.exec(text) ?? [];
  return isIdentifier(id) ? { createdAt: new Date(Number(time)), id } : undefined;
}
