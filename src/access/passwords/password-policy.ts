export const passwordPolicies = ['standard', 'length', 'strict'] as const;

/**
 * Which passwords are accepted.
 *
 * - `standard`: 6 to 1,024 characters with a letter and a digit (SPEC 2.2)
 * - `length`: 6 to 1,024 characters of any kind
 * - `strict`: 15 to 1,024 characters, neither among the most common ones nor the account's email
 *   (NIST SP 800-63B 3.1.1.2, OWASP ASVS 6.2)
 */
export type PasswordPolicy = (typeof passwordPolicies)[number];
