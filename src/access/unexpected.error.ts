import { HttpException } from '@nestjs/common';
import { TranslatableError } from '../language/translatable.error.js';

/** A failure that no rule foresaw, in a guard or a handler of this module; its cause is for the log. */
export class UnexpectedError extends TranslatableError {
  constructor(override readonly cause: unknown) {
    super('internal_error');
  }
}

/**
 * Throws what failed in this module as an error that its filters answer. They answer no other, so that
 * what a host's guards, interceptors and pipes throw on our routes reaches the host's filters; an
 * exception of Nest does as well, which only the host's code throws.
 */
export function throwAsOwn(error: unknown): never {
  if (error instanceof TranslatableError || error instanceof HttpException) throw error;
  throw new UnexpectedError(error);
}
