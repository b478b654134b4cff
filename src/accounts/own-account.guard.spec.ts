import 'reflect-metadata';
import { ExecutionContextHost } from '@nestjs/core/internal';
import { AccessDeniedError, AccountNotFoundError } from '../errors/error-registry.js';
import { rememberPrincipal, type Principal } from '../principals/principal.js';
import type { AccountsService } from './accounts.service.js';
import { OwnAccountGuard } from './own-account.guard.js';

/** A guard of two accounts. */
const guard = new OwnAccountGuard({
  get: async (id: string) => {
    if (!['mine', 'another'].includes(id)) throw new AccountNotFoundError();
  },
} as unknown as AccountsService);

function mayReach(id: string): Promise<boolean> {
  const request = { params: { account_id: id } };
  rememberPrincipal(request, { account: { id: 'mine' } } as Principal);
  return guard.canActivate(new ExecutionContextHost([request, {}]));
}

describe('the own-account guard', () => {
  it.each(['mine', 'me'])('admits callers to their own account as %s', async (id) => {
    expect(await mayReach(id)).toBe(true);
  });

  it('rejects other accounts with 403 and unknown ids with 404', async () => {
    await expect(mayReach('another')).rejects.toThrow(AccessDeniedError);
    await expect(mayReach('nobody')).rejects.toThrow(AccountNotFoundError);
  });
});
