import { languageTagSchema, unixTimeSchema, versionSchema } from './text.schemas.js';

/** Response headers in OpenAPI. Those without `required` are not on every response. */
export type Headers = Record<string, { description: string; required?: true; schema: object }>;

export const headerText = '^[\\x20-\\x7e]*$';

const toWords = (example: string) => ({
  type: 'string',
  maxLength: 1_000,
  pattern: headerText,
  example,
});

export const requestId: Headers = {
  'X-Request-Id': {
    description: 'The id of the request in the log; taken from the request if it has one.',
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
  'Content-Version': {
    description: 'The version of the interface in which the response is.',
    required: true,
    schema: versionSchema,
  },
  'Content-Language': {
    description: 'The language of the response.',
    required: true,
    schema: { ...languageTagSchema, example: 'en' },
  },
  Vary: {
    description: 'What the response depends on.',
    required: true,
    schema: toWords('Accept-Version, Accept-Language'),
  },
  'Cache-Control': {
    description: 'Whether the response may be stored.',
    required: true,
    schema: { type: 'string', enum: ['private, no-cache', 'no-store'] },
  },
  ...requestId,
};

/** On responses that no cache may store, not even an HTTP/1.0 cache (RFC 6749 section 5.1). */
export const notStored: Headers = {
  'Cache-Control': {
    description: 'The response may not be stored.',
    required: true,
    schema: { type: 'string', enum: ['no-store'] },
  },
  Pragma: {
    description: 'The same for caches of HTTP/1.0.',
    required: true,
    schema: { type: 'string', enum: ['no-cache'] },
  },
};

export const limited: Headers = {
  'RateLimit-Policy': {
    description: 'The limit of this operation, by its name: `q` requests in `w` seconds.',
    schema: toWords('"accounts.read";q=1200;w=60'),
  },
  RateLimit: {
    description: 'What is left of it: `r` requests for the next `t` seconds.',
    schema: toWords('"accounts.read";r=1199;t=60'),
  },
};

export const entityTag: Headers = {
  ETag: {
    description: 'The entity tag of the response.',
    required: true,
    schema: toWords('"nV3rXl5Y0gqkPq8x1TtJ2w"'),
  },
};

export const basicChallenge: Headers = {
  'WWW-Authenticate': {
    description: 'The challenge of RFC 7617.',
    required: true,
    schema: toWords('Basic realm="accounts"'),
  },
};

const challenge = {
  description: 'The challenge of RFC 6750.',
  schema: toWords('Bearer realm="accounts", error="invalid_token"'),
};

const retryAfter: Headers = {
  'Retry-After': {
    description: 'Seconds to wait.',
    required: true,
    // The longest window of a limit is 30 days.
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 2_592_000, example: 42 },
  },
};

export const headersOfStatus: Readonly<Record<number, Headers>> = {
  400: { 'WWW-Authenticate': { ...challenge, description: 'Where the token was sent twice.' } },
  401: { 'WWW-Authenticate': { ...challenge, required: true } },
  403: { 'WWW-Authenticate': { ...challenge, description: 'Where the scope is not enough.' } },
  415: {
    'Accept-Encoding': {
      description: 'Where the body was compressed.',
      schema: { type: 'string', enum: ['identity'] },
    },
  },
  429: {
    ...retryAfter,
    'X-Rate-Limit-Reset': {
      description: 'When the limit resets, in Unix seconds.',
      required: true,
      schema: unixTimeSchema,
    },
  },
  503: retryAfter,
};
