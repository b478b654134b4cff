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

/** The errors of a field: sentences for the user, and their codes in the same order. */
export interface FieldErrorBody {
  errors: string[];
  codes: ErrorCode[];
}

/** What is wrong with a form (SPEC 7.2): `children` is always present, and has only fields with errors. */
export type FormErrorBody = Partial<FieldErrorBody> & { children: Record<string, FieldErrorBody> };

/** The body of status 400. */
export interface ValidationBody {
  form: FormErrorBody;
}

/** The body of a violation that concerns the whole request. */
export function presentViolation(violation: Violation, language: Language): ValidationBody {
  return { form: { ...present([violation], language), children: {} } };
}

/** The body of the errors that class-validator has found. */
export function presentErrors(
  errors: readonly ValidationError[],
  language: Language,
): ValidationBody {
  const children = errors
    .map((error) => [error.property, violationsIn(error)] as const)
    .filter(([, violations]) => violations.length > 0)
    .map(([field, violations]) => [field, present(violations, language)]);
  return { form: { children: Object.fromEntries(children) as FormErrorBody['children'] } };
}

function present(violations: readonly Violation[], language: Language): FieldErrorBody {
  return {
    errors: violations.map(({ code, params }) => language.say(code, params)),
    codes: violations.map(({ code }) => code),
  };
}

/** The violations of a field: its own, or else those inside the object that it is. */
export function violationsIn({
  constraints = {},
  contexts,
  children = [],
}: ValidationError): Violation[] {
  const own = Object.entries(constraints)
    // class-validator has a sentence of its own for a nested value that is not an object; a rule reports the same.
    .filter(([, code]) => code in errorCodes)
    .map(([rule, code]) => ({
      code: code as ErrorCode,
      params: contexts?.[rule] as MessageParams | undefined,
    }));
  return own.length > 0 ? own : children.flatMap(violationsIn);
}
