import type { AccountsFeature } from '../../accounts.options.js';
import { AccountExportService } from '../../export/account-export.service.js';
import { InvalidRequestError } from '../../errors/error-registry.js';
import { ApiHeader } from '../../http/openapi/swagger.decorators.js';
import { nameSchema } from '../../http/openapi/text.schemas.js';
import { isOverlong } from '../../language/raw-text.js';
import { operatorControllers, operatorFeature } from '../../operator/operator.feature.js';
import {
  isOperatorName,
  longestOperatorName,
  managementOperator,
} from '../../audit/operator-name.js';
import { tokenOperator } from './management-token.guard.js';

/** The header that names the operator in the audit trail, for operators who share `MANAGEMENT_TOKEN`. */
const header = 'X-Operator';

interface NamingRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Returns the name of the operator's token, or the name in the header.
 *
 * @throws InvalidRequestError for a name in the header that is too long, not visible or not UTF-8
 */
function identifyOperator(request: NamingRequest): string {
  const operator = tokenOperator.get(request);
  if (operator !== undefined) return operator;
  const sent = request.headers[header.toLowerCase()] ?? '';
  const name = typeof sent === 'string' ? toUtf8(sent) : undefined;
  if (name === undefined || (name !== '' && !isOperatorName(name)))
    throw new InvalidRequestError(header);
  return managementOperator(name);
}

/** Decodes a header, whose bytes Node reads as Latin-1. Returns undefined for text that is too long or not UTF-8. */
function toUtf8(text: string): string | undefined {
  if (isOverlong(text, longestOperatorName)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return undefined;
  }
}

const services = operatorFeature();

/** The guard of the whole port also protects these controllers. */
const controllers = operatorControllers(identifyOperator);
const NamesOperator = ApiHeader({
  name: header,
  description:
    'With a token of `MANAGEMENT_TOKEN`, the name of the operator, in UTF-8: the audit trail has `management (grace)`. Without it, `management`. Ignored with a token of `OPERATOR_TOKENS`, whose name is recorded.',
  required: false,
  schema: { ...nameSchema, minLength: 0, maxLength: longestOperatorName, example: 'grace' },
});
controllers.forEach((controller) => NamesOperator(controller));

/** The actions of operators on the management port. */
export const servedOperators: AccountsFeature = {
  ...services,
  controllers,
  exports: [...services.exports, AccountExportService],
};
