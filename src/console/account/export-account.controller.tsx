import { Get, Post, StreamableFile } from '@nestjs/common';
import { accountKey } from '../../access/rate-limits/rate-limit-keys.js';
import type { Requester } from '../../request/requester.js';
import { AccountExportService } from '../../export/account-export.service.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { ConfirmFirst } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { render, type RenderedPage } from '../shell/browser/page-response.js';
import {
  CurrentVisitor,
  VisitorRequester,
  type SignedInVisitor,
} from '../shell/browser/visitor.js';
import { ExportAccountPage } from './export-account.page.js';

/** The page where owners download their stored data. */
@ConsolePages('console/account/export')
@ConfirmFirst('everyone')
export class ExportAccountController {
  constructor(
    private readonly exports: AccountExportService,
    private readonly limits: RateLimitsService,
  ) {}

  @Get()
  page(): RenderedPage {
    return render(<ExportAccountPage />);
  }

  @Post()
  async export(
    @CurrentVisitor() { account }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
  ): Promise<StreamableFile> {
    await this.limits.consume('accounts.export', accountKey(account.id));
    return new StreamableFile(await this.exports.export(account.id, requester), {
      type: 'application/json; charset=utf-8',
      disposition: `attachment; filename="account-${account.id}.json"`,
    });
  }
}
