/** The defaults of options of the module, and of the settings of the service that stand for them. */
export const accountsDefaults = {
  name: 'accounts',
  basePath: 'api',
  signUp: true,
  deliverEvents: true,
  passwordPolicy: 'standard',
  secondFactor: 'optional',
  auditDays: 365,
  auditSourceDays: 90,
  auditSourceDaysAfterDeletion: 30,
} as const;
