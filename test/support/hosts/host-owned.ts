/**
 * Behaviour that the host determines when the module is mounted in it, so that these tests cannot promise it.
 * docs/mounting.md contains the same sentences.
 */
export const hostOwned = {
  parser:
    'Your body parser refuses what it cannot take before we see it, and answers in your words: ' +
    'malformed JSON, empty or too large bodies, and on Fastify types it does not know and members ' +
    'called `__proto__` or `constructor`.',
  encodings:
    'Your body parser decides which bodies are read: of the types `application/…+json`, in other ' +
    'encodings than UTF-8, or compressed.',
  router:
    'Your router answers addresses that do not exist, methods an address does not have, addresses ' +
    'it cannot read, and says whether letter case, a slash at the end or the length of a segment matters.',
  globals:
    'Your global guards, interceptors and pipes, your middleware and your CORS settings apply to our ' +
    'routes as to all others, and your filters answer what they throw there.',
  prefix:
    'What is outside of your global prefix is yours, the well-known address that RFC 8414 derives ' +
    'from an issuer with a path among it.',
  service:
    'The root address, Swagger UI, health checks, logs and shutdown are yours; so are security ' +
    'headers, but for those of our pages.',
} as const;

export type HostOwned = (typeof hostOwned)[keyof typeof hostOwned];
