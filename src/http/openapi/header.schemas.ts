import { languageTagSchema, unixTimeSchema, versionSchema } from './text.schemas.js';

export type Headers = Record<string, { description: string; required?: true; schema: object }>;

export const headerText = '^[\\x20-\\x7e]*$';

const always = (description: string, schema: object) =>
  ({ description, required: true, schema }) as const;

const oneOf = (...values: string[]) => ({ type: 'string', enum: values });

/** A header whose syntax its RFC defines; described by an example. */
const toWords = (example: string) => ({
  type: 'string',
  maxLength: 1_000,
  pattern: headerText,
  example,
});

export const requestId: Headers = {
  'X-Request-Id': {
    description: 'The id of the request in the log; the one in the request, if any.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      pattern: '^[\\w.:-]+$',
      example: '0b0f1b2c-3d4e-4f5a-8b6c-7d8e9f0a1b2c',
    },
  },
};

export const everyResponse: Headers = {
  'Content-Version': always('The API version of the response.', versionSchema),
  'Content-Language': always('The language of the response.', {
    ...languageTagSchema,
    example: 'en',
  }),
  Vary: always(
    'The request headers that the response depends on.',
    toWords('Accept-Version, Accept-Language'),
  ),
  'Cache-Control': always(
    'Whether the response may be stored.',
    oneOf('private, no-cache', 'no-store'),
  ),
  ...requestId,
};

/** On responses that no cache may store, not even an HTTP/1.0 cache (RFC 6749 section 5.1). */
export const notStored = {
  'Cache-Control': always('The response may not be stored.', oneOf('no-store')),
  Pragma: always('The same for caches of HTTP/1.0.', oneOf('no-cache')),
};

/** For responses that pages of any origin may read. */
export const openToAll: Headers = {
  'Cache-Control': always('Rarely changes.', oneOf('public, max-age=3600')),
  'Access-Control-Allow-Origin': always('Pages of any origin may read it.', oneOf('*')),
};

export const limited: Headers = {
  'RateLimit-Policy': {
    description: 'The limit of this operation, with its name: `q` requests in `w` seconds.',
    schema: toWords('"accounts.read";q=1200;w=60'),
  },
  RateLimit: {
    description: 'The remainder of the limit: `r` requests for the next `t` seconds.',
    schema: toWords('"accounts.read";r=1199;t=60'),
  },
};

export const entityTag: Headers = {
  ETag: always('The entity tag of the response.', toWords('"nV3rXl5Y0gqkPq8x1TtJ2w"')),
};

export const basicChallenge: Headers = {
  'WWW-Authenticate': always('The challenge of RFC 7617.', toWords('Basic realm="accounts"')),
};

const challenge = toWords('Bearer realm="accounts", error="invalid_token"');

// The longest window of a limit is 30 days.
const waitSchema = {
  type: 'integer',
  format: 'int32',
  minimum: 1,
  maximum: 2_592_000,
  example: 42,
};
const retryAfter: Headers = { 'Retry-After': always('Seconds to wait.', waitSchema) };

export const statusHeaders: Readonly<Record<number, Headers>> = {
  400: {
    'WWW-Authenticate': {
      description: 'Sent if the request contains two tokens.',
      schema: challenge,
    },
  },
  401: {
    'WWW-Authenticate': {
      description: 'The challenge of RFC 6750.',
      schema: challenge,
      required: true,
    },
  },
  403: {
    'WWW-Authenticate': { description: 'Sent if the scope is insufficient.', schema: challenge },
  },
  415: {
    'Accept-Encoding': {
      description: 'Sent if the body was compressed.',
      schema: oneOf('identity'),
    },
  },
  429: {
    ...retryAfter,
    'X-Rate-Limit-Reset': always('When the limit resets, in Unix seconds.', unixTimeSchema),
  },
  503: retryAfter,
};
