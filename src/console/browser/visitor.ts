import { createHmac, timingSafeEqual } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { signalOf } from '../../request/request-signal.js';
import { requestSlot } from '../../request/request-slot.js';
import type { ByVisitor } from '../../request/requester.js';
import type { Account, Session } from '../../database/records.js';
import type { FormParameters } from '../../http/input/form-body.js';
import { requestId } from '../../http/headers/request-id.js';
import type { Language } from '../../language/language.js';
import type { Notice } from './console-cookies.js';
import type { KeptForm } from './kept-form.js';

/** The visitor of a page: a browser, and the account that is signed in there. */
export interface Visitor {
  /** The token in the browser's cookie; after sign-in it is the token of the session. */
  readonly token: string;
  /** Whether the token is new and must be sent to the browser. */
  readonly isNew: boolean;
  readonly session?: Session;
  readonly account?: Account;
  /** Whether the browser is signed in to an account that is suspended, which is then not among these members. */
  readonly isSuspended?: boolean;
  readonly language: Language;
  /** The notice of the previous page. */
  readonly notice?: Notice;
  /** The page, or for a form the page that contains it, as a path with its query. */
  readonly location?: string;
  /** The page the visitor requested before, if it is one of this console. */
  readonly returnTo?: string | undefined;
  /** Whether the page asks for a recovery code in place of a code of the app. */
  readonly isRecovery?: boolean;
  /** The form that was sent, as its page shows it again. */
  readonly sent?: KeptForm;
  /** The values of a form of this page that was refused. */
  readonly form?: FormParameters;
}

/** A visitor who is signed in. */
export type SignedInVisitor = Visitor & Required<Pick<Visitor, 'session' | 'account'>>;

interface PageRequest {
  readonly ip?: string;
  readonly headers: Record<string, string | undefined>;
}

const visitorSlot = requestSlot<Visitor>('visitor');

export function rememberVisitor(request: object, visitor: Visitor): void {
  visitorSlot.set(request, visitor);
}

/** The visitor of a request, after the guard of pages. */
export function visitorOf(request: object): Visitor | undefined {
  return visitorSlot.get(request);
}

/** Injects the {@link Visitor} into a handler of pages. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext) =>
  visitorOf(context.switchToHttp().getRequest<object>()),
);

/** Injects the visitor of a page as the caller of services. */
export const VisitorRequester = createParamDecorator(
  (_: unknown, context: ExecutionContext): ByVisitor => {
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
 * The token of every form, which proves that a page of this browser sent it: only the service and the browser
 * know the token it is derived from (OWASP, cross-site request forgery prevention).
 */
export function csrfTokenOf({ token }: Pick<Visitor, 'token'>): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

export function isCsrfTokenOf(visitor: Visitor, text: string | undefined): boolean {
  const expected = Buffer.from(csrfTokenOf(visitor));
  const given = Buffer.from(text ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
