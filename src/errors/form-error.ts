import type { ValidationError } from 'class-validator';
import type { Language, MessageParams } from '../language/language.js';
import { type ErrorCode, errorCodes } from './error-registry.js';

/** A violation, before it is translated. */
export interface Violation {
  /** The code of the registry, and the key of its sentence. */
  readonly code: ErrorCode;
  /** The values of its placeholders. */
  readonly params?: MessageParams | undefined;
}

/** One violation of each field; only the code where its sentence has no placeholders. */
export type Violations = Readonly<Record<string, ErrorCode | Violation>>;

/** The violations of a form or a field, in the shape of SPEC 7.2. */
export interface FormError {
  readonly errors?: readonly Violation[] | undefined;
  readonly children?: Readonly<Record<string, FormError>> | undefined;
}

/** {@link FormError} in a language: `errors` and `children` only where they are not empty. */
export interface FormErrorBody {
  errors?: string[] | undefined;
  children?: Record<string, FormErrorBody> | undefined;
}

/** The whole body: `form.children` is always present. */
export interface ValidationBody {
  form: FormErrorBody & { children: Record<string, FormErrorBody> };
}

export function presentFormError(error: FormError, language: Language): ValidationBody {
  const { errors, children = {} } = present(error, language);
  return { form: { ...(errors && { errors }), children } };
}

function present({ errors, children }: FormError, language: Language): FormErrorBody {
  return {
    ...(errors?.length && { errors: errors.map(({ code, params }) => language.say(code, params)) }),
    ...(children && {
      children: Object.fromEntries(
        Object.entries(children).map(([field, error]) => [field, present(error, language)]),
      ),
    }),
  };
}

/** A form with one violation of each of these fields. */
export function formErrorAbout(
  violations: Violations,
): FormError & Required<Pick<FormError, 'children'>> {
  return {
    children: Object.fromEntries(
      Object.entries(violations).map(([field, violation]) => [
        field,
        { errors: [typeof violation === 'string' ? { code: violation } : violation] },
      ]),
    ),
  };
}

/** The errors of class-validator as a tree of violations. */
export function formErrorOf(found: readonly ValidationError[]): FormError {
  return {
    children: Object.fromEntries(found.map((error) => [error.property, fieldErrorOf(error)])),
  };
}

/** Violations inside an object are repeated on the object, for forms that show only the object. */
function fieldErrorOf({ constraints = {}, contexts, children = [] }: ValidationError): FormError {
  const own: Violation[] = Object.keys(constraints)
    // class-validator's own error for a value that is no object, which a rule of the module reports already.
    .filter((rule) => rule in errorCodes)
    .map((rule) => ({
      code: rule as ErrorCode,
      params: contexts?.[rule] as MessageParams | undefined,
    }));
  if (own.length > 0 || children.length === 0) return { errors: own };
  const inside = formErrorOf(children);
  return {
    errors: Object.values(inside.children!).flatMap(({ errors = [] }) => errors),
    ...inside,
  };
}
