declare const validatedAs: unique symbol;

/**
 * What a client has sent for a DTO: nothing of it can be read before the service has validated it. A handler's parameter of
 * this type has no class in its metadata, where a host's own global ValidationPipe would find and apply it.
 */
export interface Unvalidated<T> {
  /** Of the type alone: no value has it. */
  readonly [validatedAs]: T;
}

/** What a service validates: the members that its caller has typed, or what a client has sent. */
export type Input<T> = T | Unvalidated<T>;
