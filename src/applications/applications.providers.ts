import type { Provider } from '@nestjs/common';
import { ApplicationSettings } from './application-settings.js';
import { ApplicationPresenter } from './application.presenter.js';
import { ApplicationsRepository } from './applications.repository.js';
import { ApplicationsService } from './applications.service.js';
import { ClientSecretLastUse } from './client-secret-last-use.js';
import { ClientSecretLastUseRepository } from './client-secret-last-use.repository.js';
import { NamedTokensRepository } from './named-tokens.repository.js';
import { NamedTokensService } from './named-tokens.service.js';
import { OwnTokensRepository } from './own-tokens.repository.js';
import { UnreadableTokensService } from './unreadable-tokens.service.js';

export const applicationsProviders: readonly Provider[] = [
  ApplicationsService,
  ApplicationSettings,
  ApplicationsRepository,
  ClientSecretLastUse,
  ClientSecretLastUseRepository,
  OwnTokensRepository,
  NamedTokensService,
  NamedTokensRepository,
  UnreadableTokensService,
  ApplicationPresenter,
];
