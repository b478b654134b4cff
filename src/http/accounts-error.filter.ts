import { Catch, Injectable } from '@nestjs/common';
import { TranslatableError } from '../language/translatable.error.js';
import { ErrorFilter } from './error.filter.js';
import { ValidationFailedError } from './validation-failed.error.js';

/**
 * Answers the errors of this module as it answers them itself, and leaves all others to the host:
 * for routes of the host that are guarded by {@link BearerAuthGuard} or call our services.
 */
@Catch(TranslatableError, ValidationFailedError)
@Injectable()
export class AccountsErrorFilter extends ErrorFilter {}
