/** Stores a value on a request, under a key that all copies of this module share and nothing else uses. */
export function requestSlot<T>(name: string) {
  const key = Symbol.for(`nest-accounts:${name}`);
  const slots = (request: object): { [key]?: T } => request;
  return {
    get: (request: object) => slots(request)[key],
    set(request: object, value: T): void {
      slots(request)[key] = value;
    },
  };
}
