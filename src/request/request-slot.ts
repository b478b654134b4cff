/** Stores a value on a request, under a key that all copies of this module share and nothing else uses. */
export interface RequestSlot<T> {
  get(request: object): T | undefined;
  set(request: object, value: T): void;
}

/** @param name unique among all slots */
export function requestSlot<T>(name: string): RequestSlot<T> {
  const key = Symbol.for(`nest-accounts:${name}`);
  return {
    get: (request) => (request as { [key]?: T })[key],
    set: (request, value) => {
      (request as { [key]?: T })[key] = value;
    },
  };
}
