import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { InvalidTargetError } from '../errors/error-registry.js';
import { requestFormEntries, formParameters } from '../http/input/form-body.js';

/**
 * A parameter without a value counts as absent. Others are ignored, even if repeated (RFC 6749 section 3.1).
 *
 * @throws InvalidTargetError for several resources, although a client may request them (RFC 8707 section 2)
 */
export function oauthParameters(entries: Iterable<[string, string]>, names: readonly string[]) {
  const known = [...entries].filter(([name, value]) => names.includes(name) && value !== '');
  if (known.filter(([name]) => name === 'resource').length > 1) throw new InvalidTargetError();
  return formParameters(known);
}

export const OAuthParameters = createParamDecorator(
  (names: readonly string[], context: ExecutionContext) =>
    oauthParameters(requestFormEntries(context), names),
);
