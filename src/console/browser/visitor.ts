import { createHmac, timingSafeEqual } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { signalOf } from '../../access/request-signal.js';
import type { Requester } from '../../audit/requester.js';
import type { Account, Session } from '../../database/records.js';
import type { FormParameters } from '../../http/input/form-body.js';
import { requestId } from '../../http/headers/request-id.js';
import type { Language } from '../../language/language.js';
import type { Notice } from './console-cookies.js';

/** Who looks at a page: a browser, and the person who is signed in there. */
export interface Visitor {
  /** What the browser keeps in its cookie; the token of its session once a person is signed in. */
  readonly token: string;
  /** Whether the browser has just been given its token. */
  readonly isNew: boolean;
  readonly session?: Session;
  readonly account?: Account;
  readonly language: Language;
  /** What the page before left to be said on this one. */
  readonly notice?: Notice;
  /** The page, or of a form the page on which it stood, as a path with its query. */
  readonly location?: string;
  /** What was written into a form of this page that was sent in vain. */
  readonly form?: FormParameters;
}

/** A visitor who is signed in. */
export type SignedInVisitor = Visitor & Required<Pick<Visitor, 'session' | 'account'>>;

interface PageRequest {
  readonly ip?: string;
  readonly headers: Record<string, string | undefined>;
}

const visitorKey = Symbol('visitor');

export function rememberVisitor(request: object, visitor: Visitor): void {
  (request as { [visitorKey]?: Visitor })[visitorKey] = visitor;
}

/** The visitor of a request, once the guard of pages has seen it. */
export function visitorOf(request: object): Visitor | undefined {
  return (request as { [visitorKey]?: Visitor })[visitorKey];
}

/** Injects the {@link Visitor} into a handler of pages. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext) =>
  visitorOf(context.switchToHttp().getRequest<object>()),
);

/** Injects who asks for something on a page, as a {@link Requester}. */
export const VisitorRequester = createParamDecorator(
  (_: unknown, context: ExecutionContext): Requester => {
    const request = context.switchToHttp().getRequest<PageRequest>();
    const { account, session } = visitorOf(request) ?? {};
    return {
      channel: 'console',
      accountId: account?.id,
      sessionId: session?.id,
      source: request.ip,
      requestId: requestId(request),
      signal: signalOf(request),
    };
  },
);

/**
 * What every form carries to show that it came from a page of this browser: only we and the browser
 * know the token it is made from (OWASP, cross-site request forgery prevention).
 */
export function csrfTokenOf({ token }: Pick<Visitor, 'token'>): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

export function isCsrfTokenOf(visitor: Visitor, text: string | undefined): boolean {
  const expected = Buffer.from(csrfTokenOf(visitor));
  const given = Buffer.from(text ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
