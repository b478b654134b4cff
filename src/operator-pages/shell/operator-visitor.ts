import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FormParameters } from '../../http/input/form-body.js';
import { requestSlot } from '../../request/request-slot.js';
import type { TextKey } from './operator-texts.js';

/** The browser that requests an operator page. */
export interface OperatorVisitor {
  /** The random token of the browser. The CSRF token of its forms derives from it. */
  readonly token: string;
  /** Whether the browser does not have the token yet. */
  readonly isNew: boolean;
  /** The name of the operator; undefined before the sign-in. */
  readonly operator?: string | undefined;
  readonly notice?: TextKey | undefined;
  /** The submitted form. */
  readonly form?: FormParameters;
}

/** A session that our sign-in started. Undefined in a host, whose guard signs operators in. */
export interface OperatorSession {
  readonly readsOnly: boolean;
}

export const operatorSessionSlot = requestSlot<OperatorSession>('operator session');
export const operatorVisitorSlot = requestSlot<OperatorVisitor>('operator visitor');

/** Injects the {@link OperatorVisitor} into a page handler. */
export const CurrentOperatorVisitor = createParamDecorator(
  (_: unknown, context: ExecutionContext): OperatorVisitor =>
    operatorVisitorSlot.get(context.switchToHttp().getRequest())!,
);

/** Injects whether the operator only reads. Pages then offer no action, and the guard refuses every form. */
export const ReadsOnly = createParamDecorator(
  (_: unknown, context: ExecutionContext): boolean =>
    operatorSessionSlot.get(context.switchToHttp().getRequest())?.readsOnly ?? false,
);
