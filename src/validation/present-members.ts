export function presentMembers<T extends object>(members: T) {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

export function presentNames(members: object): string[] {
  return Object.keys(presentMembers(members));
}
