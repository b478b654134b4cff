import type { Provider } from '@nestjs/common';
import { AccountExportRepository } from './account-export.repository.js';
import { AccountExportService } from './account-export.service.js';

export const exportProviders: readonly Provider[] = [AccountExportService, AccountExportRepository];
