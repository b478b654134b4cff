import type { ErrorCode } from '../language/catalogues/index.js';
import type { MessageParams } from '../language/language.js';
import { OAuthError, TranslatableError } from './translatable.error.js';

export interface ErrorDefinition {
  readonly status: number;
  /** The response's `error` member: the code, or its name in a standard. */
  readonly error: string;
  readonly isOAuth: boolean;
  /** Whether a console form shows it and keeps its values: it is temporary or depends on the input. */
  readonly isShownInForm: boolean;
  readonly example: MessageParams;
}

interface RowOptions<Base, Params> {
  readonly base?: Base;
  readonly error?: string;
  readonly isShownInForm?: boolean;
  /** Example values of the sentence's placeholders. The constructor requires parameters of the same names. */
  readonly example?: Params;
}

type AbstractError<E> = abstract new (
  code: ErrorCode,
  params?: MessageParams,
  options?: ErrorOptions,
) => E;

type DefinedError<E, Params> = new (
  ...args: keyof Params extends never ? [] : [params: { [Name in keyof Params]: string | number }]
) => E;

export const definitions = new Map<ErrorCode, ErrorDefinition>();

export function defineError<E extends TranslatableError = TranslatableError, Params = object>(
  code: ErrorCode,
  status: number,
  {
    base,
    error = code,
    isShownInForm = false,
    example = {} as Params,
  }: RowOptions<AbstractError<E>, Params> = {},
): DefinedError<E, Params> {
  if (definitions.has(code)) throw new Error(`The error ${code} has two rows.`);
  const Base = (base ?? TranslatableError) as typeof TranslatableError;
  const errorClass = class extends Base {
    constructor(params?: MessageParams) {
      super(code, params);
    }
  };
  const isOAuth = errorClass.prototype instanceof OAuthError;
  definitions.set(code, {
    status,
    error,
    isOAuth,
    isShownInForm,
    example: example as MessageParams,
  });
  return errorClass as unknown as DefinedError<E, Params>;
}
