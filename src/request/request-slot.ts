/** Stores a value on a request, under a key that all copies of this module share and nothing else uses. */
export function requestSlot<T>(name: string) {
  const key = Symbol.for(`nest-accounts:${name}`);
  return {
    get: (request: object) => (request as { [key]?: T })[key],
    set(request: object, value: T): void {
      (request as { [key]?: T })[key] = value;
    },
  };
}
