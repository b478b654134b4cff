export const secondFactorPolicies = ['optional', 'required', 'required_for_write'] as const;

/**
 * The users who need a second factor to sign in.
 *
 * - `optional`: users who have set one up
 * - `required`: all users; a user without one sets it up at the next sign-in
 * - `required_for_write`: users whose account has a token that can change it, an application's token or a granted one
 */
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];
