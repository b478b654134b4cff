import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestFormEntries } from '../http/input/form-body.decorator.js';
import { formParameters, type FormParameters } from '../http/input/form-body.js';

/**
 * Selects the parameters of an OAuth request with these names. A parameter without a value counts as absent. All others
 * are ignored, even if repeated (RFC 6749 sections 3.1 and 3.2).
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

/** Injects the parameters with these names from the request's form. */
export const OAuthParameters = createParamDecorator(
  (names: readonly string[], context: ExecutionContext) =>
    oauthParameters(requestFormEntries(context), names),
);
