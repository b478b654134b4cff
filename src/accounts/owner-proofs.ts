import type { Account, VerifiedEmail } from '../database/records.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** What using a proof revokes, in addition to what it replaces. */
export interface Ending {
  /** Own tokens and client credentials of the account's applications. Sessions, grants and codes always end. */
  readonly tokens?: boolean;
  /** Client secrets and redirect URIs; the applications stay. */
  readonly applications?: boolean;
  /** Factors: `later` means those that were added since a moment and that no trusted factor vouches for. */
  readonly factors?: 'all' | 'later';
}

/** What a link in a mail proves: that its reader has the mailbox, and nothing about who owns the account. */
interface Link {
  /** In milliseconds, from the mail on. */
  readonly lifetimeMs: number;
  /** Whether it ends with the credentials and the address of the time of the mail. */
  readonly isOfCredentials: boolean;
  /** What ends with its use. Default: nothing */
  readonly ends?: Ending;
}

/** The links of mails, by their purpose. */
export const links = {
  verification: { lifetimeMs: day, isOfCredentials: true },
  'sign-up': { lifetimeMs: day, isOfCredentials: false },
  'password-reset': { lifetimeMs: 30 * minute, isOfCredentials: true, ends: {} },
  'first-proof': {
    lifetimeMs: day,
    isOfCredentials: true,
    ends: { tokens: true, applications: true, factors: 'all' },
  },
  'email-adoption': { lifetimeMs: day, isOfCredentials: true },
  // A password change by an intruder must not invalidate it.
  'email-restoration': {
    lifetimeMs: 7 * day,
    isOfCredentials: false,
    ends: { tokens: true, factors: 'later' },
  },
  'factor-restoration': {
    lifetimeMs: 7 * day,
    isOfCredentials: false,
    ends: { tokens: true, factors: 'later' },
  },
  // It works as long as its removal waits, which a mail that is late puts off.
  'factor-removal': { lifetimeMs: 30 * day, isOfCredentials: false },
} as const satisfies Record<string, Link>;

/** What the link of a mail can be used for. */
export type LinkPurpose = keyof typeof links;

/** How an address stands with the account that has it, or has left it. */
export type Standing =
  /** The owner's, verified. */
  | 'verified'
  /** The owner's, of an account that never had a verified address: of its creation, or not set by a token. */
  | 'unproved'
  /** Not verified, and set by a token, or in the place of a verified one. It yields to a visitor who proves it. */
  | 'claimed'
  /** Verified and left; it still has a right. */
  | 'left'
  | 'unknown';

/** The standing of the email of an account. */
export function standingOf(
  { email, emailByToken, firstEmail }: Pick<Account, 'email' | 'emailByToken' | 'firstEmail'>,
  verified: readonly VerifiedEmail[],
): Standing {
  if (verified.some((each) => each.email === email && !each.replacedAt)) return 'verified';
  // A token can leave the email of the creation, and return to it.
  const isClaimed = verified.length > 0 || (emailByToken && email !== firstEmail);
  return isClaimed ? 'claimed' : 'unproved';
}

/** The mail that an address gets when its reader asks for a new password, or signs up. */
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

/** Of the addresses that an account has verified, those that have a right: the one verified longest is the first. */
export function withRight(
  verified: readonly VerifiedEmail[],
  now = new Date(),
): readonly VerifiedEmail[] {
  return verified
    .filter(({ forgetAt }) => !forgetAt || forgetAt > now)
    .sort(
      (one, other) =>
        one.verifiedAt.getTime() - other.verifiedAt.getTime() || (one.email < other.email ? -1 : 1),
    );
}

/** The one address that can undo: of those that were left and have a right, the one verified longest. */
export function restorable(verified: readonly VerifiedEmail[]): VerifiedEmail | undefined {
  return withRight(verified).find(({ replacedAt }) => replacedAt !== null);
}
