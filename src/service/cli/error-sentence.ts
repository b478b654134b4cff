import { outageSentence, findUnavailability } from '../../database/connection/database-failure.js';
import { presentErrors } from '../../errors/form-error.js';
import { TranslatableError } from '../../errors/translatable.error.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { english } from '../../language/english.js';

export function errorSentence(error: unknown): string {
  if (error instanceof ValidationFailedError) {
    const { children } = presentErrors(error.errors, english).form;
    return Object.entries(children)
      .map(([field, { errors }]) => `${field}: ${errors.join(' ')}`)
      .join('\n');
  }
  if (error instanceof TranslatableError) return english.say(error.code, error.params);
  const reason = findUnavailability(error);
  if (reason !== undefined) return outageSentence(reason);
  return error instanceof Error ? error.message : String(error);
}
