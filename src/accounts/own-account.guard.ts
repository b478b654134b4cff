import {
  applyDecorators,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { AccessDeniedError, type ErrorCode } from '../errors/error-registry.js';
import { wrapUnexpected } from '../errors/host-error.js';
import { ApiParam } from '../http/openapi/swagger.decorators.js';
import { getPrincipal } from '../principals/principal.js';
import { getRequest } from '../request/request.js';
import { AccountsService } from './accounts.service.js';

/**
 * Compares the account in the path with the caller's (SPEC 1). Accepts the caller's own, by its id or as `me`. Rejects
 * another existing account with 403, and an unknown id with 404.
 */
@Injectable()
export class OwnAccountGuard implements CanActivate {
  constructor(private readonly accounts: AccountsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = getRequest<{ params: { account_id: string } }>(context);
    const { account_id: id } = request.params;
    if (id === 'me' || id === getPrincipal(request)!.account.id) return true;
    await this.accounts.get(id).catch(wrapUnexpected);
    throw new AccessDeniedError();
  }
}

/** The errors of operations on one account. */
export const ownershipErrors: readonly ErrorCode[] = ['access_denied', 'account_not_found'];

/** Restricts a route with the path parameter `account_id` to the caller's own account. */
export const OwnAccountOnly = () =>
  applyDecorators(
    UseGuards(OwnAccountGuard),
    ApiParam({
      name: 'account_id',
      description: 'The id of the account, or `me` for the account of the token.',
      schema: { type: 'string', maxLength: 24, pattern: '^(me|[0-9A-Za-z]{24})$', example: 'me' },
    }),
  );
