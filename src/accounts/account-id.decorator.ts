import type { ErrorCode } from '../errors/error-registry.js';
import { ApiParam } from '../http/openapi/swagger.decorators.js';

/** The errors of operations on one account. */
export const ownershipErrors: readonly ErrorCode[] = ['access_denied', 'account_not_found'];

/** Describes the path parameter that names an account. */
export const AccountId = () =>
  ApiParam({
    name: 'account_id',
    description: 'The id of the account, or `me` for the one the token belongs to.',
    schema: { type: 'string', maxLength: 24, pattern: '^(me|[0-9A-Za-z]{24})$', example: 'me' },
  });
