import type { ValidationError } from 'class-validator';
import type { MessageKey } from '../language/catalogues/index.js';
import type { Language, MessageParams } from '../language/language.js';
import { isErrorCode, type ErrorCode } from './error-registry.js';

/** A violation before translation. */
export interface Violation {
  /** The code in the registry, which is also the key of its sentence. */
  readonly code: ErrorCode;
  /** The values of the sentence's placeholders. */
  readonly params?: MessageParams | undefined;
}

/** One violation per field. A code alone suffices if its sentence has no placeholders. */
export type Violations = Readonly<Record<string, ErrorCode | Violation>>;

export interface FieldErrorBody {
  errors: string[];
  codes: ErrorCode[];
}

/** The errors of a form (SPEC 7.2). `children` is always present and contains only fields with errors. */
export type FormErrorBody = Partial<FieldErrorBody> & { children: Record<string, FieldErrorBody> };

export interface ValidationBody {
  form: FormErrorBody;
}

export function presentViolation(violation: Violation, language: Language): ValidationBody {
  return { form: { ...present([violation], language), children: {} } };
}

/** Returns the key of the sentence about a violation of a field. */
export type ChooseSentence = (code: ErrorCode, field: string) => MessageKey;

/** @param choose Default: the code, which is the key of its sentence */
export function presentErrors(
  errors: readonly ValidationError[],
  language: Language,
  choose: ChooseSentence = (code) => code,
) {
  const children = errors
    .map((error) => [error.property, violationsIn(error)] as const)
    .filter(([, violations]) => violations.length > 0)
    .map(
      ([field, violations]) =>
        [field, present(violations, language, (code) => choose(code, field))] as const,
    );
  return { form: { children: Object.fromEntries(children) } };
}

function present(
  violations: readonly Violation[],
  language: Language,
  choose: (code: ErrorCode) => MessageKey = (code) => code,
): FieldErrorBody {
  return {
    errors: violations.map(({ code, params }) => language.say(choose(code), params)),
    codes: violations.map(({ code }) => code),
  };
}

/** Returns the violations of a field, or those of its nested fields if it has none. */
export function violationsIn({
  constraints = {},
  contexts,
  children = [],
}: ValidationError): Violation[] {
  const own = Object.entries(constraints)
    // Drops class-validator's own sentence for a nested value that is not an object. A rule already reports this.
    .flatMap(([rule, code]) => (isErrorCode(code) ? [{ code, params: contexts?.[rule] }] : []));
  return own.length > 0 ? own : children.flatMap(violationsIn);
}
