import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestFormEntries, formParameters } from '../http/input/form-body.js';

/** A parameter without a value counts as absent. Others are ignored, even if repeated (RFC 6749 section 3.1). */
export function oauthParameters(entries: Iterable<[string, string]>, names: readonly string[]) {
  return formParameters(
    [...entries].filter(([name, value]) => names.includes(name) && value !== ''),
  );
}

export const OAuthParameters = createParamDecorator(
  (names: readonly string[], context: ExecutionContext) =>
    oauthParameters(requestFormEntries(context), names),
);
