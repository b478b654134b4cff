import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestFormEntries } from '../http/form-body.decorator.js';
import { formParameters, type FormParameters } from '../http/form-body.js';

/**
 * The parameters of an OAuth request: one without a value counts as absent (RFC 6749 sections 3.1
 * and 3.2).
 *
 * @throws InvalidRequestError naming a parameter that is there twice
 */
export function oauthParameters(entries: Iterable<[string, string]>): FormParameters {
  return formParameters([...entries].filter(([, value]) => value !== ''));
}

/** Injects the parameters of the request's form. */
export const OAuthParameters = createParamDecorator((_: unknown, context: ExecutionContext) =>
  oauthParameters(requestFormEntries(context)),
);
