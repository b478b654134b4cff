declare const validatedAs: unique symbol;

/**
 * A client's input, which code cannot read before a service has validated it. It has no class in the metadata of a
 * handler, so a host's global ValidationPipe does not validate it.
 */
export interface Unvalidated<T> {
  /** Exists only in the type, never in a value. */
  readonly [validatedAs]: T;
}

/** Input that a service validates: typed members from a direct caller, or unvalidated input from a client. */
export type Input<T> = T | Unvalidated<T>;
