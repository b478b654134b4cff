import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestFormEntries } from '../http/input/form-body.decorator.js';
import { formParameters, type FormParameters } from '../http/input/form-body.js';

/**
 * The parameters of an OAuth request that have one of these names. One without a value counts as
 * absent, and any other parameter is ignored, repeated or not (RFC 6749 sections 3.1 and 3.2).
 *
 * @throws InvalidRequestError naming a repeated parameter
 */
export function oauthParameters(
  entries: Iterable<[string, string]>,
  names: readonly string[],
): FormParameters {
  return formParameters(
    [...entries].filter(([name, value]) => names.includes(name) && value !== ''),
  );
}

/** Injects the parameters of the request's form that have one of these names. */
export const OAuthParameters = createParamDecorator(
  (names: readonly string[], context: ExecutionContext) =>
    oauthParameters(requestFormEntries(context), names),
);
