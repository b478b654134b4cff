import type { Account, VerifiedEmail } from '../../database/records.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The credentials that a proof revokes, in addition to those it replaces. */
export interface Revocation {
  /** Own tokens and client credentials of the account's applications. Sessions, grants and codes always end. */
  readonly tokens?: boolean;
  /** Client secrets and redirect URIs; the applications stay. */
  readonly applications?: boolean;
  /** Factors. `later` means those that were added after a given time and that no trusted factor vouches for. */
  readonly factors?: 'all' | 'later';
}

/** A link in a mail, which proves access to the mailbox, but not ownership of the account. */
interface Link {
  /** Starts when the mail is sent. */
  readonly lifetimeMs: number;
  /** Whether the link is void once the credentials or the address have changed since the mail. */
  readonly endsWithCredentials: boolean;
  readonly ends?: Revocation;
}

/** The links in mails, by purpose. */
export const links = {
  verification: { lifetimeMs: day, endsWithCredentials: true },
  'sign-up': { lifetimeMs: day, endsWithCredentials: false },
  'password-reset': { lifetimeMs: 30 * minute, endsWithCredentials: true, ends: {} },
  'first-proof': {
    lifetimeMs: day,
    endsWithCredentials: true,
    ends: { tokens: true, applications: true, factors: 'all' },
  },
  'email-adoption': { lifetimeMs: day, endsWithCredentials: true },
  // A password change by an intruder must not invalidate it.
  'email-restoration': {
    lifetimeMs: 7 * day,
    endsWithCredentials: false,
    ends: { tokens: true, factors: 'later' },
  },
  'factor-restoration': {
    lifetimeMs: 7 * day,
    endsWithCredentials: false,
    ends: { tokens: true, factors: 'later' },
  },
  // It must outlast the wait for the removal, which starts only once the mail is sent.
  'factor-removal': { lifetimeMs: 30 * day, endsWithCredentials: false },
} as const satisfies Record<string, Link>;

export type LinkPurpose = keyof typeof links;

/** The relation of an address to the account that has or had it. */
export type Standing =
  /** The owner's, verified. */
  | 'verified'
  /** The owner's, of an account that never had a verified address: the first email, or one not set by a token. */
  | 'unproved'
  /** Unverified, and set by a token or replacing a verified one. It yields to a visitor who proves it. */
  | 'claimed'
  /** Verified and replaced; it can still restore the account. */
  | 'left'
  | 'unknown';

export function getStanding(
  { email, emailByToken, firstEmail }: Pick<Account, 'email' | 'emailByToken' | 'firstEmail'>,
  verified: readonly VerifiedEmail[],
): Standing {
  if (verified.some((each) => each.email === email && !each.replacedAt)) return 'verified';
  // A token can change the first email and return to it.
  const isClaimed = verified.length > 0 || (emailByToken && email !== firstEmail);
  return isClaimed ? 'claimed' : 'unproved';
}

/** The mail that an address receives after a password reset request or a sign-up. */
export const requestedMails = {
  verified: { reset: 'password-reset', signUp: 'sign-up-taken' },
  unproved: { reset: 'first-proof', signUp: 'first-proof' },
  claimed: { reset: undefined, signUp: 'sign-up' },
  left: { reset: 'email-restoration', signUp: 'email-restoration' },
  unknown: { reset: undefined, signUp: 'sign-up' },
} as const satisfies Record<
  Standing,
  Record<'reset' | 'signUp', LinkPurpose | 'sign-up-taken' | undefined>
>;

/** Returns the verified addresses whose right to the account has not expired, the longest verified first. */
export function listEntitled(
  verified: readonly VerifiedEmail[],
  now = new Date(),
): readonly VerifiedEmail[] {
  const byAge = (one: VerifiedEmail, other: VerifiedEmail) =>
    one.verifiedAt.getTime() - other.verifiedAt.getTime() || (one.email < other.email ? -1 : 1);
  return verified.filter(({ forgetAt }) => !forgetAt || forgetAt > now).sort(byAge);
}

/** Returns the one address that can restore the account: of the replaced ones, the longest verified. */
export function findRestorable(verified: readonly VerifiedEmail[]) {
  return listEntitled(verified).find(
    (each): each is VerifiedEmail & { readonly replacedAt: Date } => each.replacedAt !== null,
  );
}
