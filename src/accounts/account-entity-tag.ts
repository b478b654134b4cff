import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { getRequest } from '../request/request.js';
import type { Account } from '../database/records.js';
import { isConditional, permitsChange } from '../http/headers/conditional-request.js';
import type { IncomingHeaders } from '../request/incoming-headers.js';
import { entityTagFor } from '../http/headers/tagged-response.js';
import type { Condition } from './account-revisions.js';

/** The entity tag of an account: every change of its row increments the revision. */
export const accountTag = ({ id, revision }: Account): string => `${id}.${revision}`;

/** Reads the precondition of a request on the account it changes, if any (RFC 9110 section 13). */
export function readCondition(request: IncomingHeaders): Condition | undefined {
  if (!isConditional(request)) return undefined;
  return (account) => permitsChange(request, entityTagFor(request, accountTag(account)));
}

/** Injects the result of {@link readCondition} for the request or message. */
export const AccountCondition = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readCondition(getRequest<IncomingHeaders>(context)),
);
