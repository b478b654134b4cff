import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AccessDeniedError } from '../errors/error-registry.js';
import { wrapUnexpected } from '../errors/host-error.js';
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
