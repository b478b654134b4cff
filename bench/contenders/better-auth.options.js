import { argon2id, hash, verify } from 'argon2';
import pg from 'pg';
import { argon2Parameters } from './argon2-parameters.js';

/** Its tables stand beside the service's in the same database. */
export const betterAuthSchema = 'better_auth';

const argon2 = {
  hash: (password) => hash(password, { type: argon2id, ...argon2Parameters }),
  verify: ({ hash: stored, password }) => verify(stored, password),
};

/** Where its visitors come from: it asks that of every browser. */
export const betterAuthOrigin = 'https://accounts.example.com';

/**
 * Better Auth as its documentation has it where speed matters: a pool, joins. Its limits are off, and
 * so is the cache in the cookie, with which it would not ask the database at all.
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
      // The service does not sign users in at sign-up either, which would insert another row.
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
