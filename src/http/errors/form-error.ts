import type { ValidationError } from 'class-validator';
import type { Language, MessageParams } from '../../language/language.js';
import { errorCodes, type ErrorCode } from './error-codes.js';

/** One thing that is wrong, before it is translated. */
export interface Complaint {
  /** The code of the registry, and the key of its sentence. */
  readonly code: ErrorCode;
  /** What its placeholders are filled with. */
  readonly params?: MessageParams | undefined;
}

/** One thing that is wrong with each field; a code alone where its sentence has no placeholders. */
export type Complaints = Readonly<Record<string, ErrorCode | Complaint>>;

/** What is wrong with a form or a field of it, in the shape of SPEC 7.2. */
export interface FormError {
  readonly errors?: readonly Complaint[] | undefined;
  readonly children?: Readonly<Record<string, FormError>> | undefined;
}

/** {@link FormError} in a language: `errors` and `children` only where they say something. */
export interface FormErrorBody {
  errors?: string[] | undefined;
  children?: Record<string, FormErrorBody> | undefined;
}

/** The whole answer: `form.children` is always there. */
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

/** A form with one complaint each about single fields. */
export function formErrorAbout(
  complaints: Complaints,
): FormError & Required<Pick<FormError, 'children'>> {
  return {
    children: Object.fromEntries(
      Object.entries(complaints).map(([field, complaint]) => [
        field,
        { errors: [typeof complaint === 'string' ? { code: complaint } : complaint] },
      ]),
    ),
  };
}

/** What class-validator found, as a tree of complaints. */
export function formErrorOf(found: readonly ValidationError[]): FormError {
  return {
    children: Object.fromEntries(found.map((error) => [error.property, fieldErrorOf(error)])),
  };
}

/** What is wrong inside an object stands on the object as well, for forms that show only that. */
function fieldErrorOf({ constraints = {}, contexts, children = [] }: ValidationError): FormError {
  const own: Complaint[] = Object.keys(constraints)
    // class-validator's own opinion on what it cannot descend into: our rule has named that.
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
