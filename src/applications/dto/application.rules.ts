import { Transform } from 'class-transformer';
import { redirectUriSchema } from '../../http/openapi/text.schemas.js';
import { Exposed, Rule } from '../../validation/validation.rules.js';
import { hasResponseParameter, isRedirectUri, responseParameters } from '../redirect-uri.js';

export const maxRedirectUris = 20;

export const redirectUrisSchema = {
  type: 'array',
  items: redirectUriSchema,
  nullable: true,
  maxItems: maxRedirectUris,
} as const;

const withoutDuplicates = Transform(({ value }: { value: unknown }) =>
  Array.isArray(value) ? [...new Set<unknown>(value)] : value,
);

/** An example of an app's private-use scheme (RFC 8252 section 7.1). */
export const exampleScheme = 'com.example.app';

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
          .some((uri) => isRedirectUri(uri) && hasResponseParameter(uri)),
      { params: { parameters: responseParameters.join(', ') } },
    ),
    Rule('too_many', (value) => !Array.isArray(value) || value.length <= maxRedirectUris, {
      params: { max: maxRedirectUris },
    }),
  );
