import { Get, Post, StreamableFile } from '@nestjs/common';
import type { Requester } from '../audit/requester.js';
import { AccountExportService } from '../export/account-export.service.js';
import { FormBody } from '../http/input/form-body.decorator.js';
import type { FormParameters } from '../http/input/form-body.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { refusalOf } from './browser/form-refusal.js';
import { render, type RenderedPage } from './browser/page-response.js';
import { CurrentVisitor, VisitorRequester, type SignedInVisitor } from './browser/visitor.js';
import { ExportAccountPage } from './pages/export-account.page.js';

/** The page on which owners download what is kept about them. */
@ConsolePages('console/account/export')
export class ExportAccountController {
  constructor(private readonly exports: AccountExportService) {}

  @Get()
  page(): RenderedPage {
    return render(<ExportAccountPage form={{ values: {} }} />);
  }

  @Post()
  async export(
    @CurrentVisitor() { account, language }: SignedInVisitor,
    @FormBody() { password = '' }: FormParameters,
    @VisitorRequester() requester: Requester,
  ): Promise<RenderedPage | StreamableFile> {
    try {
      const text = await this.exports.exportWithPassword(account.id, password, requester);
      return new StreamableFile(text, {
        type: 'application/json; charset=utf-8',
        disposition: `attachment; filename="account-${account.id}.json"`,
      });
    } catch (error) {
      const { form, ...answer } = refusalOf(error, {}, language);
      return render(<ExportAccountPage form={form} />, answer);
    }
  }
}
