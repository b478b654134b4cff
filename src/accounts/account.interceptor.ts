import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { Account } from '../database/records.js';
import { AnswerHeaders } from '../http/headers/answer-headers.js';
import type { IncomingHeaders } from '../http/headers/incoming-headers.js';
import { accountEntityTag } from './account-entity-tag.js';
import { AccountPresenter } from './account.presenter.js';
import type { AccountAnswerDto } from './dto/account.dto.js';

/**
 * Presents the account that a handler returns, with its entity tag; a read of an account that the
 * client has already is a 304 without a body.
 */
@Injectable()
export class AccountInterceptor implements NestInterceptor<Account, AccountAnswerDto | undefined> {
  constructor(
    private readonly presenter: AccountPresenter,
    private readonly headers: AnswerHeaders,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<Account>,
  ): Observable<AccountAnswerDto | undefined> {
    const http = context.switchToHttp();
    const request = http.getRequest<IncomingHeaders & { method: string }>();
    const response = http.getResponse<unknown>();
    return next.handle().pipe(
      map((account) => {
        const etag = accountEntityTag(account, request);
        if (request.method === 'GET' || request.method === 'HEAD') {
          if (this.headers.isKnown(request, response, etag)) return undefined;
        } else this.headers.set(response, { ETag: etag });
        return this.presenter.present(account);
      }),
    );
  }
}
