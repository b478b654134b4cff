import { HttpException } from '@nestjs/common';
import { UnexpectedError } from './error-registry.js';
import { TranslatableError } from './translatable.error.js';

/**
 * Throws what failed in this module as an error that its filters handle. They handle no other, so that
 * what a host's guards, interceptors and pipes throw on our routes reaches the host's filters; an
 * exception of Nest does as well, which only the host's code throws.
 */
export function throwAsOwn(error: unknown): never {
  if (error instanceof TranslatableError || error instanceof HttpException) throw error;
  throw new UnexpectedError(error);
}
