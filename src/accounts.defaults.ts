/** The defaults of the module's options and of the corresponding service settings. */
export const accountsDefaults = {
  name: 'accounts',
  basePath: 'api',
  signUp: true,
  cors: true,
  deliverEvents: true,
  passwordPolicy: 'standard',
  secondFactor: 'optional',
  auditDays: 365,
  auditSourceDays: 90,
  auditSourceDaysAfterDeletion: 30,
} as const;
