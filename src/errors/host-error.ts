import { UnexpectedError } from './error-registry.js';
import { TranslatableError } from './translatable.error.js';
import { HttpException } from '@nestjs/common';

const hostErrors = new WeakSet<object>();

export function markHostError(error: unknown): void {
  if (typeof error === 'object' && error !== null) hostErrors.add(error);
}

export function isHostError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && hostErrors.has(error);
}

/** Wraps a Nest exception from a hook, for messages and pages, where the host's filters do not run. */
export class HookRefusalError extends Error {
  override readonly name = 'HookRefusalError';
  readonly status: number;
  readonly body: object | string;

  constructor(exception: HttpException) {
    super(exception.message, { cause: exception });
    this.status = exception.getStatus();
    this.body = exception.getResponse();
  }
}

export function throwHookRefusal(error: unknown): never {
  throw error instanceof HttpException && isHostError(error) ? new HookRefusalError(error) : error;
}

/**
 * The module's filters handle only its own errors. Errors of the host's guards, interceptors, pipes and hooks reach the
 * host's filters, and so do exceptions of Nest, because only the host's code throws them.
 */
export function wrapUnexpected(error: unknown): never {
  if (error instanceof TranslatableError || error instanceof HttpException || isHostError(error)) {
    throw error;
  }
  throw new UnexpectedError(error);
}
