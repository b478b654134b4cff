import { members, rule, wholeNumber, type OptionRule } from '../options/option-rules.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: Record<string, number> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };
const MAX_LIMIT = 1e9;
const MAX_WINDOW = 30 * DAY;

/** Accepts `limit` hits in every window of `windowMs` milliseconds. */
export interface RateLimit {
  /** The number of hits, a whole number from 1 to 1,000,000,000. */
  limit: number;
  /** The length of the window in milliseconds, at most 30 days. */
  windowMs: number;
}

/** An honest client does not reach these limits. A client that guesses reaches them immediately. */
const DEFAULTS = {
  'accounts.create': { limit: 120, windowMs: MINUTE },
  'accounts.update': { limit: 120, windowMs: MINUTE },
  'accounts.read': { limit: 1200, windowMs: MINUTE },
  'accounts.authenticate': { limit: 12_000, windowMs: MINUTE },
  'accounts.delete': { limit: 120, windowMs: MINUTE },
  'accounts.export': { limit: 5, windowMs: DAY },
  'accounts.verify': { limit: 5, windowMs: DAY },
  'accounts.reset': { limit: 20, windowMs: HOUR },
  'applications.create': { limit: 120, windowMs: MINUTE },
  'applications.update': { limit: 120, windowMs: MINUTE },
  'applications.read': { limit: 1200, windowMs: MINUTE },
  'applications.delete': { limit: 120, windowMs: MINUTE },
  'app.data': { limit: 1200, windowMs: MINUTE },
  'sessions.read': { limit: 1200, windowMs: MINUTE },
  'sessions.update': { limit: 120, windowMs: MINUTE },
  'passwords.change': { limit: 10, windowMs: HOUR },
  'passwords.failed': { limit: 5, windowMs: DAY },
  'sources.failed': { limit: 20, windowMs: HOUR },
  'second-factor': { limit: 20, windowMs: HOUR },
  'auth.failed': { limit: 60, windowMs: MINUTE },
  'sign-in': { limit: 10, windowMs: MINUTE },
  'sign-up': { limit: 20, windowMs: HOUR },
  'password-reset': { limit: 20, windowMs: HOUR },
  'forms.kept': { limit: 10, windowMs: MINUTE },
  'mails.address': { limit: 5, windowMs: DAY },
  'mails.reset': { limit: 2, windowMs: HOUR },
  'oauth.authorize': { limit: 60, windowMs: MINUTE },
  'oauth.token': { limit: 600, windowMs: MINUTE },
  'oauth.revoke': { limit: 600, windowMs: MINUTE },
  'oauth.introspect': { limit: 18_000, windowMs: MINUTE },
  'oauth.userinfo': { limit: 1200, windowMs: MINUTE },
} satisfies Record<string, RateLimit>;

const limitRule = members('must be { limit, windowMs }', {
  limit: wholeNumber({ min: 1, max: MAX_LIMIT }, rule),
  windowMs: wholeNumber({ min: 1, max: MAX_WINDOW }, rule),
});

/** The rules of the limits in the options of the module, by policy. */
export const limitRules: Readonly<Record<string, OptionRule>> = Object.fromEntries(
  Object.keys(DEFAULTS).map((name) => [name, limitRule]),
);

export const defaultLimits: Readonly<Record<RateLimitPolicyName, RateLimit>> = DEFAULTS;

/** A policy name, as used in options, settings and the documentation. */
export type RateLimitPolicyName = keyof typeof DEFAULTS;

/** The operations of routes and messages. The policy of the same name limits each. */
export type OperationName = Extract<
  RateLimitPolicyName,
  | `accounts.${string}`
  | `applications.${string}`
  | `app.${string}`
  | `sessions.${string}`
  | 'oauth.userinfo'
>;

/** The longest delays of policies with delays: once the limit is used up, they accept one hit per growing delay. */
const LONGEST_DELAYS: Partial<Record<RateLimitPolicyName, number>> = {
  'passwords.failed': 15 * MINUTE,
  // Kept short, because all clients at an IP address wait if one of them guesses.
  'sources.failed': MINUTE,
};

export interface RateLimitPolicy extends Readonly<RateLimit> {
  readonly name: RateLimitPolicyName;
  /** Once the limit is used up, one hit is accepted after a second, the next after two, then four, up to this delay. */
  readonly longestDelayMs?: number;
}

/** The limits that differ from the defaults, by policy, or `'off'` for no limits. */
export type RateLimits = 'off' | { [Name in RateLimitPolicyName]?: RateLimit | undefined };

/** @param limits as {@link limitRules} or {@link parseRateLimits} have checked them */
export function resolvePolicies(
  limits: RateLimits,
): ReadonlyMap<RateLimitPolicyName, RateLimitPolicy> {
  const policies = new Map<RateLimitPolicyName, RateLimitPolicy>();
  if (limits === 'off') return policies;
  for (const name of Object.keys(DEFAULTS) as RateLimitPolicyName[]) {
    const { limit, windowMs } = limits[name] ?? DEFAULTS[name];
    policies.set(name, { name, limit, windowMs, longestDelayMs: LONGEST_DELAYS[name] });
  }
  return policies;
}

/** Errors name the policy or item, never the text: it may contain a secret that was pasted there by mistake. */
export function parseRateLimits(text: string): RateLimits {
  if (text.trim() === 'off') return 'off';
  const limits: Exclude<RateLimits, 'off'> = {};
  if (text.trim() === '') return limits;
  text.split(',').forEach((item, index) => {
    const [name = '', value, ...rest] = item.split('=').map((part) => part.trim());
    if (!isPolicyName(name)) throw new Error(`Item ${index + 1} names no known rate limit policy`);
    if (name in limits) throw new Error(`${name} is given twice`);
    const [limit = '', window = ''] = value?.split('/', 2) ?? [];
    if (rest.length > 0 || value?.split('/').length !== 2) {
      throw new Error(`${name} must be written as limit/window, like 20/1h`);
    }
    limits[name] = checked(name, { limit: parseCount(limit), windowMs: parseWindow(window) });
  });
  return limits;
}

function parseCount(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : NaN;
}

function parseWindow(text: string): number {
  const [, count, unit = ''] = /^\s*(\d+)\s*([smhd])\s*$/.exec(text) ?? [];
  return Number(count) * (UNITS[unit] ?? NaN);
}

function checked(name: RateLimitPolicyName, { limit, windowMs }: RateLimit): RateLimit {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new Error(`${name}: the limit must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  if (!Number.isInteger(windowMs) || windowMs < 1) {
    throw new Error(`${name}: the window must be a length of time, like 90s, 1m, 12h or 7d`);
  }
  if (windowMs > MAX_WINDOW) throw new Error(`${name}: the window must not exceed 30 days`);
  return { limit, windowMs };
}

/** Uses `hasOwn`, because `in` would accept `constructor`. */
function isPolicyName(name: string): name is RateLimitPolicyName {
  return Object.hasOwn(DEFAULTS, name);
}
