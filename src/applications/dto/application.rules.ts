import { Transform } from 'class-transformer';
import { Exposed, Rule } from '../../validation/validation.rules.js';
import { hasResponseParameter, isRedirectUri, responseParameters } from '../redirect-uri.js';

/** Of an application. */
export const maxRedirectUris = 20;

const withoutDuplicates = Transform(({ value }: { value: unknown }) =>
  Array.isArray(value) ? [...new Set<unknown>(value)] : value,
);

/** The form of an app's own scheme (RFC 8252 section 7.1). */
export const exampleScheme = 'com.example.app';

/** Up to 20 redirect URIs, each kept once, and none with a parameter of the response. */
export const IsRedirectUris = () =>
  Exposed(
    withoutDuplicates,
    Rule(
      'redirect_uri_invalid',
      (value) => Array.isArray(value) && value.slice(0, maxRedirectUris).every(isRedirectUri),
      { params: { example: exampleScheme } },
    ),
    Rule(
      'redirect_uri_reserved',
      (value) =>
        !Array.isArray(value) ||
        !value
          .slice(0, maxRedirectUris)
          .some((uri) => isRedirectUri(uri) && hasResponseParameter(uri as string)),
      { params: { parameters: responseParameters.join(', ') } },
    ),
    Rule('too_many', (value) => !Array.isArray(value) || value.length <= maxRedirectUris, {
      params: { max: maxRedirectUris },
    }),
  );
