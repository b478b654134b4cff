declare const validatedAs: unique symbol;

/**
 * A client's input for a DTO. Code cannot read it before the service has validated it. A handler parameter of this type
 * has no class in its metadata, so a host's global ValidationPipe does not validate it.
 */
export interface Unvalidated<T> {
  /** Exists only in the type, never in a value. */
  readonly [validatedAs]: T;
}

/** Input that a service validates: typed members from a direct caller, or unvalidated input from a client. */
export type Input<T> = T | Unvalidated<T>;
