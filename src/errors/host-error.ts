import { HttpException } from '@nestjs/common';

const errorsOfHost = new WeakSet<object>();

/** Marks an error that a function of the host has thrown, which is for the host's filters. */
export function markAsOfHost(error: unknown): void {
  if (typeof error === 'object' && error !== null) errorsOfHost.add(error);
}

/** Whether a function of the host has thrown the error. */
export function isOfHost(error: unknown): boolean {
  return typeof error === 'object' && error !== null && errorsOfHost.has(error);
}

/** An exception of Nest that a hook has thrown, for messages and pages, to which the host's filters do not respond. */
export class HookRefusalError extends Error {
  override readonly name = 'HookRefusalError';
  readonly status: number;
  /** As Nest responds with it: an object or a sentence. */
  readonly body: object | string;

  constructor(exception: HttpException) {
    super(exception.message, { cause: exception });
    this.status = exception.getStatus();
    this.body = exception.getResponse();
  }
}

/** Throws the error, as {@link HookRefusalError} if it is one. */
export function throwHookRefusal(error: unknown): never {
  throw error instanceof HttpException && isOfHost(error) ? new HookRefusalError(error) : error;
}
