import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '../access/request-of.js';
import type { Account } from '../database/records.js';
import { versionOf } from '../http/headers/api-versions.js';
import { isConditional, permitsChange } from '../http/headers/conditional-request.js';
import type { IncomingHeaders } from '../http/headers/incoming-headers.js';
import type { Condition } from './accounts.service.js';

/**
 * The strong entity tag of an account in the response to a request (RFC 9110 section 8.8.3): every change
 * of a row has a revision of its own, and an API version with another shape of accounts has tags of its own.
 */
export function accountEntityTag({ id, revision }: Account, request: object): string {
  const version = versionOf(request);
  return `"${id}.${revision}${version?.difference ? `.${version.version}` : ''}"`;
}

/** The precondition of a request on the account it changes, if any (RFC 9110 section 13). */
export function conditionOf(request: IncomingHeaders): Condition | undefined {
  if (!isConditional(request)) return undefined;
  return (account) => permitsChange(request, accountEntityTag(account, request));
}

/** Injects {@link conditionOf} the request or message. */
export const AccountCondition = createParamDecorator((_: unknown, context: ExecutionContext) =>
  conditionOf(requestOf<IncomingHeaders>(context)),
);
