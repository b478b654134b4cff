import { Injectable } from '@nestjs/common';
import type { Account } from '../database/records.js';
import { AnswerHeaders } from '../http/headers/answer-headers.js';
import type { IncomingHeaders } from '../http/headers/incoming-headers.js';
import { isConditional, permitsChange } from '../http/headers/conditional-request.js';
import type { Condition } from './accounts.service.js';

/** What tells one state of an account from another, and who depends on that (RFC 9110 section 13). */
@Injectable()
export class AccountEntityTags {
  constructor(private readonly headers: AnswerHeaders) {}

  /**
   * The strong entity tag of what is answered to a request about the account: every change of a row
   * has a revision of its own, and only a version that shows accounts otherwise needs tags of its own.
   */
  of({ id, revision }: Account, request: IncomingHeaders): string {
    const version = this.headers.versionOf(request);
    return `"${id}.${revision}${version?.difference ? `.${version.version}` : ''}"`;
  }

  /** What a request wants the account to be like before it is changed, if anything. */
  conditionOf(request: IncomingHeaders): Condition | undefined {
    if (!isConditional(request)) return undefined;
    return (account) => permitsChange(request, this.of(account, request));
  }
}
