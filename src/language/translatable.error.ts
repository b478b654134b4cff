import type { ErrorCode } from './catalogues/index.js';
import type { MessageParams } from './language.js';

/**
 * A failure that a person is told about: its code is the key of its sentence in every catalogue
 * and of its status in the registry of error codes.
 */
export class TranslatableError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly params: MessageParams = {},
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = new.target.name;
  }
}
