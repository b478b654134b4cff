import { Injectable } from '@nestjs/common';
import type { PresentingRequest } from '../../access/authentication/bearer-credentials.js';
import {
  InsufficientScopeError,
  InvalidTokenError,
  TokenConflictError,
} from '../../errors/error-registry.js';
import { BearerAuthGuard } from '../../http/bearer-auth.guard.js';
import { formEntries, formParameters, formType } from '../../http/input/form-body.js';
import type { Principal } from '../../principals/principal.js';

interface UserinfoRequest extends PresentingRequest {
  readonly method: string;
  readonly body?: unknown;
  readonly headers: {
    readonly authorization?: string | undefined;
    readonly 'content-type'?: string | undefined;
  };
}

/** Requires a token of the account API with the scope `openid`, from the header or the form, but not from the query. */
@Injectable()
export class UserinfoGuard extends BearerAuthGuard {
  protected override assertUsable({ scope, resource }: Principal): void {
    if (resource !== null) throw new InvalidTokenError();
    if (!scope.includes('openid')) throw new InsufficientScopeError('openid');
  }

  protected override requiredScope(): string {
    return 'openid';
  }

  protected override toPresented(request: UserinfoRequest): PresentingRequest {
    const { rawHeaders, raw, headers } = request;
    const inForm = readFormToken(request);
    if (inForm !== undefined && headers.authorization !== undefined) throw new TokenConflictError();
    const authorization = inForm === undefined ? headers.authorization : `Bearer ${inForm}`;
    return { rawHeaders, raw, headers: { authorization }, url: '' };
  }
}

function readFormToken({ method, headers, body }: UserinfoRequest): string | undefined {
  const type = headers['content-type'];
  if (method !== 'POST' || !formType.test(type ?? '')) return undefined;
  return formParameters(formEntries(body, type)).access_token || undefined;
}
