/**
 * Behaviour that the host determines when the module is mounted in it, so that these tests cannot promise it.
 * docs/mounting-guards.md contains the same sentences.
 */
export const hostOwned = {
  parser:
    'Your body parser refuses bodies that it cannot read before the module sees them, and responds in ' +
    'its own words: malformed JSON, empty or too large bodies, and on Fastify unknown media types and ' +
    'members named `__proto__` or `constructor`.',
  encodings:
    'Your body parser decides which bodies are read: those of the types `application/…+json`, in ' +
    'encodings other than UTF-8, or compressed.',
  router:
    'Your router responds to unknown paths, unsupported methods and unreadable URLs, and decides ' +
    'whether letter case, a trailing slash or the length of a segment matters.',
  globals:
    'Your global guards, interceptors and pipes, your middleware and your CORS settings apply to the ' +
    "module's routes as to all others, and your filters respond to what they throw there.",
  prefix:
    'Everything outside your global prefix is yours, including the well-known URL that RFC 8414 ' +
    'derives from an issuer with a path.',
  service:
    'The root URL, Swagger UI, health checks, logs and shutdown are yours. So are security headers, ' +
    "except those of the module's pages.",
} as const;

export type HostOwned = (typeof hostOwned)[keyof typeof hostOwned];
