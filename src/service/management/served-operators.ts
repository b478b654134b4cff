import type { AccountsFeature } from '../../accounts.options.js';
import { AccountExportService } from '../../export/account-export.service.js';
import { ApiHeader } from '../../http/openapi/swagger.decorators.js';
import { nameSchema } from '../../http/openapi/text.schemas.js';
import { operatorControllers } from '../../operator/operator.feature.js';
import { MaintenanceService } from '../../operator/maintenance.service.js';
import { OperatorService } from '../../operator/operator.service.js';

/** By it callers say who asks, for the audit trail: their token is the same for all. */
const header = 'X-Operator';

interface NamingRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

function operatorOf({ headers }: NamingRequest): string {
  const { [header.toLowerCase()]: name } = headers;
  return (typeof name === 'string' && name.trim()) || 'management';
}

/** Behind the guard of the whole port. */
const controllers = operatorControllers(operatorOf);
const NamesOperator = ApiHeader({
  name: header,
  description: 'The name of the operator, for the audit trail. Default: `management`.',
  required: false,
  schema: { ...nameSchema, maxLength: 128, example: 'grace' },
});
controllers.forEach((controller) => NamesOperator(controller));

/** The actions of operators on the management port. */
export const servedOperators: AccountsFeature = {
  controllers,
  providers: [],
  exports: [OperatorService, MaintenanceService, AccountExportService],
};
