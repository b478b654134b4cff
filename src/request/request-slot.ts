/** A value that is kept with a request, under a key that nothing else uses. */
export interface RequestSlot<T> {
  get(request: object): T | undefined;
  set(request: object, value: T): void;
}

/** @param name the description of the key, for debugging */
export function requestSlot<T>(name: string): RequestSlot<T> {
  const key = Symbol(name);
  return {
    get: (request) => (request as { [key]?: T })[key],
    set: (request, value) => {
      (request as { [key]?: T })[key] = value;
    },
  };
}
