import { Get, Query } from '@nestjs/common';
import type { AuditQueryDto } from '../../operator/dto/audit.dto.js';
import { CurrentOperator } from '../../operator/operator.guard.js';
import { OperatorService } from '../../operator/operator.service.js';
import type { OperatorRequester } from '../../request/requester.js';
import type { Unvalidated } from '../../validation/unvalidated.js';
import { OperatorPages } from '../shell/operator-pages.decorator.js';
import { search } from '../shell/page-forms.js';
import { AuditPage } from './audit.page.js';

/** The page with the audit trail. */
@OperatorPages('audit')
export abstract class AuditPagesController {
  constructor(private readonly operator: OperatorService) {}

  @Get()
  list(
    @Query() query: Unvalidated<AuditQueryDto>,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    return search(
      query,
      (conditions) => this.operator.auditEvents(conditions, requester),
      (form, found) => <AuditPage form={form} found={found} />,
    );
  }
}
