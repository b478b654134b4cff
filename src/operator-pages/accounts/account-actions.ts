import { Injectable, StreamableFile } from '@nestjs/common';
import { permissions } from '../../accounts/account-settings.js';
import type { UpdatePermissionsDto } from '../../accounts/dto/account-settings.dto.js';
import type { PageResponse } from '../../console/shell/browser/page-response.js';
import { AccountExportService } from '../../export/account-export.service.js';
import type { FormParameters } from '../../http/input/form-body.js';
import type { OperatorAccountDto } from '../../operator/dto/operator-account.dto.js';
import { OperatorService } from '../../operator/operator.service.js';
import type { OperatorRequester } from '../../request/requester.js';
import { goTo } from '../shell/operator-page-response.js';
import { OperatorReasons } from '../shell/operator-reasons.js';

interface AccountAction {
  /** Whether the state of the account allows it. Default: always */
  isOffered?(account: OperatorAccountDto): boolean;
  readonly harmless?: boolean;
}

/** The actions on an account, in the order of the page. */
export const accountActions = {
  suspend: { isOffered: ({ status }) => status.suspended_at === null },
  restore: { isOffered: ({ status }) => status.suspended_at !== null, harmless: true },
  permissions: { harmless: true },
  'end-sessions': {},
  reset: { harmless: true },
  'remove-factor': { isOffered: ({ status }) => status.second_factor },
  export: { harmless: true },
  delete: {},
} as const satisfies Record<string, AccountAction>;

export type AccountActionName = keyof typeof accountActions;

export function isAccountAction(name: string): name is AccountActionName {
  return Object.hasOwn(accountActions, name);
}

/** Runs the actions on an account that operator pages offer. */
@Injectable()
export class AccountActions {
  constructor(
    private readonly operator: OperatorService,
    private readonly exports: AccountExportService,
    private readonly reasons: OperatorReasons,
  ) {}

  /** @throws ValidationFailedError about `reason`, and as the action of {@link OperatorService} */
  async run(
    action: AccountActionName,
    id: string,
    form: FormParameters,
    caller: OperatorRequester,
  ): Promise<PageResponse | StreamableFile> {
    const requester = await this.reasons.read(form, caller);
    const reason = requester.reason!;
    switch (action) {
      case 'suspend':
        await this.operator.suspend(id, { reason }, requester);
        break;
      case 'restore':
        await this.operator.restore(id, { reason }, requester);
        break;
      case 'permissions':
        await this.operator.setPermissions(id, readPermissions(form), requester);
        break;
      case 'end-sessions':
        await this.operator.endSessions(id, requester);
        break;
      case 'reset':
        await this.operator.startReset(id, requester);
        break;
      case 'remove-factor':
        await this.operator.removeFactor(id, requester);
        break;
      case 'export':
        return new StreamableFile(await this.exports.export(id, requester), {
          type: 'application/json; charset=utf-8',
          disposition: 'attachment; filename="account.json"',
        });
      case 'delete':
        await this.operator.delete(id, requester);
        return goTo('/accounts', 'delete.done');
    }
    return goTo(`/accounts/${id}`, `${action}.done`);
  }
}

/** Browsers send only ticked boxes. */
function readPermissions(form: FormParameters): UpdatePermissionsDto {
  return Object.fromEntries(permissions.map((name) => [name, form[name] === 'true']));
}
