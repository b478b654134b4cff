import { argon2id, hash, verify } from 'argon2';
import pg from 'pg';
import { argon2Parameters } from './argon2-parameters.js';

/** The schema of its tables, in the same database as the service's tables. */
export const betterAuthSchema = 'better_auth';

const argon2 = {
  hash: (password) => hash(password, { type: argon2id, ...argon2Parameters }),
  verify: ({ hash: stored, password }) => verify(stored, password),
};

/** The `Origin` header of requests, which Better Auth requires from browsers. */
export const betterAuthOrigin = 'https://accounts.example.com';

/**
 * Returns the options that Better Auth's documentation recommends for speed: a pool and joins. Rate limits are off. The
 * cookie cache is also off, because with it Better Auth would not query the database at all.
 *
 * @param passwords `argon2id` for the service's parameters instead of its own scrypt
 */
export function betterAuthOptions({ url, secret, baseURL = 'http://127.0.0.1', passwords }) {
  return {
    baseURL,
    secret,
    trustedOrigins: [betterAuthOrigin],
    database: new pg.Pool({
      connectionString: url,
      options: `-c search_path=${betterAuthSchema}`,
    }),
    emailAndPassword: {
      enabled: true,
      // The service does not sign users in at sign-up either. This would insert another row.
      autoSignIn: false,
      ...(passwords === 'argon2id' && { password: argon2 }),
    },
    session: { cookieCache: { enabled: false } },
    rateLimit: { enabled: false },
    advanced: { database: { joins: true } },
    telemetry: { enabled: false },
    logger: { level: 'error' },
  };
}
