import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { isCsrfToken } from '../../console/shell/browser/visitor.js';
import { FormExpiredError, InsufficientScopeError } from '../../errors/error-registry.js';
import { ResponseHeaders } from '../../http/headers/response-headers.js';
import { requestForm } from '../../http/input/form-body.js';
import { getOperator } from '../../operator/operator.guard.js';
import { isWellFormedToken, newAccessToken } from '../../principals/access-token.js';
import { readCookie } from './operator-cookies.js';
import type { PageRequest } from './operator-page.writer.js';
import { operatorTexts, type TextKey } from './operator-texts.js';
import {
  operatorSessionSlot,
  operatorVisitorSlot,
  type OperatorVisitor,
} from './operator-visitor.js';

/** Declares a page that asks for confirmation of an action. */
export const AsksForConfirmation = Reflector.createDecorator<void>();

/**
 * Reads the cookies of an operator page. Accepts forms only from a page of the same browser, and refuses actions of
 * operators who only read. Runs after the guard that admits operators.
 */
@Injectable()
export class OperatorPageGuard implements CanActivate {
  constructor(private readonly headers: ResponseHeaders) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<PageRequest>();
    this.headers.identify(request, http.getResponse());
    const visitor = readVisitor(request);
    operatorVisitorSlot.set(request, visitor);
    const isForm = request.method === 'POST';
    const isAction = isForm || Reflect.hasMetadata(AsksForConfirmation.KEY, context.getHandler());
    const readsOnly = operatorSessionSlot.get(request)?.readsOnly ?? false;
    if (isAction && readsOnly) throw new InsufficientScopeError();
    if (!isForm) return true;
    const form = requestForm(context);
    operatorVisitorSlot.set(request, { ...visitor, form });
    const site = request.headers['sec-fetch-site'] ?? 'same-origin';
    const isOurs = ['same-origin', 'none'].includes(site);
    if (!isOurs || !isCsrfToken(visitor, form.csrf_token)) throw new FormExpiredError();
    return true;
  }
}

/** Returns the browser of a request, even if a guard has refused it. */
export function readVisitor(request: PageRequest): OperatorVisitor {
  const sent = readCookie(request, 'operator') ?? '';
  const isNew = !isWellFormedToken(sent);
  const notice = request.method === 'GET' ? readCookie(request, 'operator-notice') : undefined;
  return {
    token: isNew ? newAccessToken() : sent,
    isNew,
    operator: getOperator(request),
    notice: notice && Object.hasOwn(operatorTexts, notice) ? (notice as TextKey) : undefined,
  };
}
