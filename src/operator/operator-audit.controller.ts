import { Get, Query } from '@nestjs/common';
import type { OperatorRequester } from '../request/requester.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { AuditEventListDto, auditQuery, type AuditQueryDto } from './dto/audit.dto.js';
import { ApiQueries, OperatorEndpoint, OperatorRoutes } from './operator-endpoint.decorator.js';
import { CurrentOperator } from './operator.guard.js';
import { OperatorService } from './operator.service.js';

/** The audit trail, including the events of operators. */
@OperatorRoutes('operator/audit')
export abstract class OperatorAuditController {
  constructor(private readonly operator: OperatorService) {}

  @Get()
  @ApiQueries(auditQuery)
  @OperatorEndpoint({
    operationId: 'listAuditEvents',
    summary: 'Search the audit trail',
    description:
      'The latest events first, in pages: `before` is `next` of the previous page. Results match all conditions. An unknown parameter is an error.',
    success: { description: 'A page of results.', type: AuditEventListDto },
    errors: ['account_not_found', 'not_found'],
    invalid: { from: 'date_invalid' },
  })
  list(
    @Query() query: Unvalidated<AuditQueryDto>,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<AuditEventListDto> {
    return this.operator.auditEvents(query, requester);
  }
}
