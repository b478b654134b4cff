import type { ErrorCode } from '../language/catalogues/index.js';
import type { MessageParams } from '../language/language.js';
import { OAuthError, TranslatableError } from './translatable.error.js';

/** The registry entry of an error code. */
export interface ErrorDefinition {
  readonly status: number;
  /** The response's `error` member: the code, or its name in a standard. */
  readonly error: string;
  /** Whether every response has the shape of RFC 6749 section 5.2. */
  readonly isOAuth: boolean;
  /**
   * Whether a console form shows the error and keeps its values, because the error is temporary or depends on the
   * input. Other errors are pages.
   */
  readonly isShownInForm: boolean;
  /** Example values of the sentence's placeholders, for the documentation. */
  readonly example: MessageParams;
}

interface RowOptions<Base, Params> {
  /** The base class. Default: {@link TranslatableError}. */
  readonly base?: Base;
  /** The response's `error` member. Default: the code. */
  readonly error?: string;
  /** See {@link ErrorDefinition.isShownInForm}. Default: false */
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

/** All entries. {@link defineError} adds them. */
export const definitions = new Map<ErrorCode, ErrorDefinition>();

/** Adds an entry to the registry and returns its class. @throws Error if the code already has an entry */
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
