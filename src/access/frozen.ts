/** Something of lists and objects that nobody can change, but for its dates: those cannot be frozen. */
export function frozen<T extends object>(value: T): Readonly<T> {
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null && !(member instanceof Date)) frozen(member);
  }
  return Object.freeze(value);
}
