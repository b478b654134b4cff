import { createHmac, timingSafeEqual } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestSlot } from '../../../request/request-slot.js';
import type { FormParameters } from '../../../http/input/form-body.js';
import type { Language } from '../../../language/language.js';
import {
  describeCaller,
  type Browser,
  type BrowserRequest,
  type SigningInBrowser,
} from '../../../sign-in/browser.js';
import type { Notice } from './console-cookies.js';
import type { KeptForm } from '../forms/kept-form.js';

/** The visitor of a page: a browser, and the account that is signed in. */
export interface Visitor extends Browser {
  /** Counts a form with `FormLimit`. @throws RateLimitedError */
  readonly count?: () => Promise<void>;
  readonly language: Language;
  /** The notice of the previous page. */
  readonly notice?: Notice;
  /** The path and query of the page; for a form, those of the page that contains it. */
  readonly location?: string;
  /** The page the visitor requested first, if it belongs to this console. */
  readonly returnTo?: string | undefined;
  /** The method of the second factor that the page asks for. Any value is possible. */
  readonly method?: string | undefined;
  /** The submitted form, for its page to show again. */
  readonly sent?: KeptForm;
  /** The values of a refused form of this page. */
  readonly form?: FormParameters;
}

/** The visitor as page handlers receive it. */
export interface PageVisitor extends Visitor, SigningInBrowser {}

export type SignedInVisitor = PageVisitor & Required<Pick<Visitor, 'session' | 'account'>>;

export function isSignedIn(visitor: PageVisitor): visitor is SignedInVisitor {
  return visitor.account !== undefined && visitor.session !== undefined;
}

const visitorSlot = requestSlot<Visitor>('visitor');

export function rememberVisitor(request: object, visitor: Visitor): void {
  visitorSlot.set(request, visitor);
}

/** Returns the visitor of a request, once the page guard has run. */
export function getVisitor(request: object): Visitor | undefined {
  return visitorSlot.get(request);
}

/** Injects the {@link PageVisitor} into a page handler. */
export const CurrentVisitor = createParamDecorator(
  (_: unknown, context: ExecutionContext): PageVisitor => {
    const request = context.switchToHttp().getRequest<BrowserRequest>();
    const visitor = getVisitor(request)!;
    return { ...visitor, ...describeCaller(request, visitor, 'console') };
  },
);

/**
 * Returns the token of every form, which proves that a page of this browser sent it. Only the service and the browser
 * know the token it is derived from (OWASP, cross-site request forgery prevention).
 */
export function deriveCsrfToken({ token }: Pick<Visitor, 'token'>): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

export function isCsrfToken(visitor: Pick<Visitor, 'token'>, text: string | undefined): boolean {
  const expected = Buffer.from(deriveCsrfToken(visitor));
  const given = Buffer.from(text ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
