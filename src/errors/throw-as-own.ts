import { HttpException } from '@nestjs/common';
import { UnexpectedError } from './error-registry.js';
import { isOfHost } from './host-error.js';
import { TranslatableError } from './translatable.error.js';

/**
 * Throws a failure of this module as an error that its filters handle. They handle no other error, so that
 * errors of a host's guards, interceptors, pipes and hooks on the module's routes reach the host's filters; an
 * exception of Nest does so, too, because only the host's code throws those.
 */
export function throwAsOwn(error: unknown): never {
  if (error instanceof TranslatableError || error instanceof HttpException || isOfHost(error)) {
    throw error;
  }
  throw new UnexpectedError(error);
}
