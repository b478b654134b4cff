/** The defaults of the module's options and of the corresponding service settings. */
export const accountsDefaults = {
  name: 'accounts',
  basePath: 'api',
  signUp: true,
  cors: true,
  deliverEvents: true,
  passwordPolicy: 'standard',
  secondFactor: 'optional',
  sessionIdleHours: 12,
  sessionMaxDays: 7,
  auditDays: 365,
  auditSourceDays: 90,
  auditSourceDaysAfterDeletion: 30,
} as const;

/** The bounds of the hours without a request after which a session ends. */
export const sessionIdleLimits = { min: 1, max: 30 * 24 };

/** The bounds of the days after which a session ends even if it is in use. */
export const sessionMaxLimits = { min: 1, max: 365 };
