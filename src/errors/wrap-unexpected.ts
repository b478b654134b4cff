import { HttpException } from '@nestjs/common';
import { UnexpectedError } from './error-registry.js';
import { isOfHost } from './host-error.js';
import { TranslatableError } from './translatable.error.js';

/**
 * Wraps an unexpected failure of this module in {@link UnexpectedError}, because the module's filters handle only
 * its own errors. Errors from the host's guards, interceptors, pipes and hooks on the module's routes reach the
 * host's filters. So do exceptions of Nest, because only the host's code throws them.
 */
export function wrapUnexpected(error: unknown): never {
  if (error instanceof TranslatableError || error instanceof HttpException || isOfHost(error)) {
    throw error;
  }
  throw new UnexpectedError(error);
}
