/** The setters of a date, which work on a frozen one as well. */
const setters = Object.getOwnPropertyNames(Date.prototype).filter((name) => name.startsWith('set'));

const unchangeableDate = Object.create(
  Date.prototype,
  Object.fromEntries(setters.map((name) => [name, { value: refuse }])),
) as object;

function refuse(): never {
  throw new TypeError('This date is shared between requests: make one of your own of it.');
}

/** What a row of the database holds, so that nobody can change it, neither its lists nor its dates. */
export function frozen<T extends object>(value: T): Readonly<T> {
  if (value instanceof Date) Object.setPrototypeOf(value, unchangeableDate);
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null) frozen(member);
  }
  return Object.freeze(value);
}
