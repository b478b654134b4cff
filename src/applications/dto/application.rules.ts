import { Transform } from 'class-transformer';
import { every, Rule } from '../../http/validation.rules.js';
import { isRedirectUri } from '../redirect-uri.js';

/** Of an application. */
export const maxRedirectUris = 20;

const withoutDuplicates = Transform(({ value }: { value: unknown }) =>
  Array.isArray(value) ? [...new Set<unknown>(value)] : value,
);

/** Up to 20 redirect URIs, each kept once. */
export const IsRedirectUris = () =>
  every(
    withoutDuplicates,
    Rule(
      'redirect_uri_invalid',
      (value) =>
        value === null ||
        value === undefined ||
        (Array.isArray(value) && value.every(isRedirectUri)),
    ),
    Rule('too_many', (value) => !Array.isArray(value) || value.length <= maxRedirectUris, {
      params: { max: maxRedirectUris },
    }),
  );
