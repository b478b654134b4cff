import { outageSentence, findUnavailability } from '../../database/connection/database-failure.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { presentErrors } from '../../errors/form-error.js';
import { TranslatableError } from '../../errors/translatable.error.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { english } from '../../language/english.js';
import { StartError } from '../start/start.error.js';

export function errorSentence(error: unknown): string {
  if (error instanceof ValidationFailedError) {
    const { children } = presentErrors(error.errors, english).form;
    return Object.entries(children)
      .map(([field, { errors }]) => `${field}: ${errors.join(' ')}`)
      .join('\n');
  }
  // Its message is about a URL.
  if (error instanceof NotFoundError) return 'There is nothing with this id.';
  if (error instanceof TranslatableError) return english.say(error.code, error.params);
  // Its sentence names the setting.
  if (error instanceof StartError) return error.message;
  const reason = findUnavailability(error);
  if (reason !== undefined) return outageSentence(reason);
  return error instanceof Error ? error.message : String(error);
}
