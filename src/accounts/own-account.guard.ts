import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AccessDeniedError } from '../errors/error-registry.js';
import { throwAsOwn } from '../errors/throw-as-own.js';
import { principalOf } from '../principals/principal.js';
import { getRequest } from '../request/request.js';
import { AccountsService } from './accounts.service.js';

/**
 * Compares the account of the path with the caller's (SPEC 1): the caller's own passes, by its id or as `me`;
 * another existing one is 403, and a missing one is 404.
 */
@Injectable()
export class OwnAccountGuard implements CanActivate {
  constructor(private readonly accounts: AccountsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = getRequest<{ params: { account_id: string } }>(context);
    const { account_id: id } = request.params;
    if (id === 'me' || id === principalOf(request)!.account.id) return true;
    await this.accounts.get(id).catch(throwAsOwn);
    throw new AccessDeniedError();
  }
}
