/**
 * A copy of a row and its relations that no code can change, except its dates: a date cannot be
 * frozen. Each object from Prisma is a hash table in V8; copies share one hidden class, which takes
 * half of the memory.
 */
export function frozenCopy<T>(row: T): Readonly<T> {
  return copyOf(row) as Readonly<T>;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value);
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf));
  // Assigning some twenty members one after the other would make a hash table again.
  const members = Object.entries(value).map(([name, member]) => [name, copyOf(member)] as const);
  return Object.freeze(Object.fromEntries(members));
}
