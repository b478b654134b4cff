import { FactorRemovalsRepository } from '../factors/factor-removals.repository.js';
import { sessionsProviders } from '../access/sessions/sessions.providers.js';
import { factorsFeature } from '../factors/factors.feature.js';
import { EmailAdoptionService } from './email-adoption.service.js';
import { EmailRestorationService } from './email-restoration.service.js';
import { LinkSubjectsService } from './link-subjects.service.js';
import { EmailCodeAttemptsRepository } from './links/email-code-attempts.repository.js';
import { EmailCodesService } from './links/email-codes.service.js';
import { EmailTokensRepository } from './links/email-tokens.repository.js';
import { EmailTokensService } from './links/email-tokens.service.js';
import { FactorRemovalsService } from './factor-removals.service.js';
import { MailRequestsService } from './mails/mail-requests.service.js';
import { PasswordResetService } from './password-reset.service.js';

/** Providers for pages and operators to recover accounts whose password or factor is lost. */
export const recoveryProviders = [
  ...factorsFeature.providers,
  ...sessionsProviders,
  FactorRemovalsRepository,
  FactorRemovalsService,
  EmailTokensRepository,
  EmailTokensService,
  EmailCodeAttemptsRepository,
  EmailCodesService,
  MailRequestsService,
  PasswordResetService,
  EmailRestorationService,
  EmailAdoptionService,
  LinkSubjectsService,
];
