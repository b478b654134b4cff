import type { ErrorCode } from '../language/catalogues/index.js';
import type { MessageParams } from '../language/language.js';
import { OAuthError, TranslatableError } from './translatable.error.js';

/** The row of a code in the registry. */
export interface ErrorDefinition {
  readonly status: number;
  /** The value of the member `error` of the response: the code, or a standard's name for it. */
  readonly error: string;
  /** Whether every response has the shape of RFC 6749 section 5.2. */
  readonly isOAuth: boolean;
  /** Example values of its sentence's placeholders, for documentation. */
  readonly example: MessageParams;
}

interface RowOptions<Base, Params> {
  /** The base class; {@link TranslatableError} by default. */
  readonly base?: Base;
  /** The value of the member `error` of the response, if it is not the code. */
  readonly error?: string;
  /** Example values of its sentence's placeholders; the constructor requires parameters of these names. */
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

/** All rows, filled as the classes of the registry are defined. */
export const definitions = new Map<ErrorCode, ErrorDefinition>();

/** Defines the class of a row of the registry. @throws Error when the code has a row already */
export function defineError<E extends TranslatableError = TranslatableError, Params = object>(
  code: ErrorCode,
  status: number,
  { base, error = code, example = {} as Params }: RowOptions<AbstractError<E>, Params> = {},
): DefinedError<E, Params> {
  if (definitions.has(code)) throw new Error(`The error ${code} has two rows.`);
  const Base = (base ?? TranslatableError) as typeof TranslatableError;
  const errorClass = class extends Base {
    constructor(params?: MessageParams) {
      super(code, params);
    }
  };
  const isOAuth = errorClass.prototype instanceof OAuthError;
  definitions.set(code, { status, error, isOAuth, example: example as MessageParams });
  return errorClass as unknown as DefinedError<E, Params>;
}
