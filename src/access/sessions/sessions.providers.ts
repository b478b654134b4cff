import { accountsDefaults } from '../../accounts.defaults.js';
import { fromOptions } from '../../accounts.options.js';
import { SessionLifetimes } from './session-lifetimes.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

/** Sessions of browsers, for features with pages, session routes or operators. */
export const sessionsProviders = [
  SessionsService,
  SessionsRepository,
  fromOptions(
    SessionLifetimes,
    ({
      sessionIdleHours = accountsDefaults.sessionIdleHours,
      sessionMaxDays = accountsDefaults.sessionMaxDays,
    }) => new SessionLifetimes(sessionIdleHours, sessionMaxDays),
  ),
];
