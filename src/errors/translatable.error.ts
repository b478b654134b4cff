import type { ErrorCode } from '../language/catalogues/index.js';
import type { MessageParams } from '../language/language.js';

const mark = Symbol.for('nest-accounts:error');

/**
 * An error that `instanceof` recognises across copies of this package. An application that is bundled or tested as
 * CommonJS may load `nest-accounts/decorators` as CommonJS and the rest of the package as ES modules.
 */
export abstract class SharedError extends Error {
  static override [Symbol.hasInstance](this: { readonly name: string }, value: unknown): boolean {
    const isInstance = (type: unknown) =>
      Function.prototype[Symbol.hasInstance].call(type, value) as boolean;
    const isSharedError = typeof value === 'object' && value !== null && mark in value;
    if (!isSharedError || isInstance(SharedError)) return isInstance(this);
    return listClasses(value).some(({ name }) => name === this.name);
  }
}

Object.defineProperty(SharedError.prototype, mark, { value: true });

function listClasses(value: object): { readonly name: string }[] {
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype ? [prototype.constructor, ...listClasses(prototype)] : [];
}

/** An error for the caller. Its code is the key of its sentence and of its entry in the registry. */
export abstract class TranslatableError extends SharedError {
  constructor(
    readonly code: ErrorCode,
    readonly params: MessageParams = {},
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = new.target.name;
  }
}

export interface RateLimitState {
  readonly policy: { readonly name: string; readonly limit: number; readonly windowMs: number };
  /** Whether this request was counted. For `peek`: whether the next one would be. */
  readonly accepted: boolean;
  readonly remaining: number;
  readonly resetAt: number;
}

/** The access that a client needs for a route, as a challenge names it. */
export interface RequiredAccess {
  /** The scope that the route requires (RFC 6750 section 3). */
  readonly scope?: string | undefined;
  /** The URL of the metadata of the resource that the route belongs to (RFC 9728 section 5.1). */
  readonly resourceMetadata?: string | undefined;
}

/** An authentication failure. It may count against the source address. */
export abstract class AuthenticationError extends TranslatableError {
  rateLimit?: RateLimitState;
  /** The access that the route requires. */
  required?: RequiredAccess;
}

/** An error for an OAuth client. Its response always has the shape of RFC 6749 section 5.2 and is never a form. */
export abstract class OAuthError extends TranslatableError {}
