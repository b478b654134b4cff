import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import type { PasswordPolicy } from '../access/passwords/password-policy.js';
import type { ErrorCode } from '../errors/error-registry.js';
import type { Violations } from '../errors/form-error.js';
import { ExaminedInput } from './examined-input.js';
import { plainObject } from './plain-object.js';

/** Rules that require more than the DTO. They run even if others have failed, so that all violations are reported. */
type FurtherRules<T extends object> = (examined: ExaminedInput<T>) => Promise<Violations>;

export class DtoValidator {
  /** @param passwordPolicy the validation group of the password rules */
  constructor(readonly passwordPolicy: PasswordPolicy) {}

  /** Drops members that the DTO does not expose. @throws ValidationFailedError, BodyNotObjectError, BodyTooDeepError */
  async validate<T extends object>(dto: Type<T>, input: object, furtherRules?: FurtherRules<T>) {
    const examined = await this.examine(dto, input);
    return examined.valid(await furtherRules?.(examined));
  }

  /**
   * Also rejects members other than the known ones, because a condition that is ignored would widen a search.
   *
   * @throws ValidationFailedError, BodyNotObjectError, BodyTooDeepError
   */
  validateKnown<T extends object>(dto: Type<T>, input: object, known: readonly string[]) {
    return this.validate(dto, input, async () => {
      const unknown = Object.keys(input).filter((name) => !known.includes(name));
      const params = { choices: known.join(', ') };
      return Object.fromEntries(unknown.map((name) => [name, { code: 'not_a_choice', params }]));
    });
  }

  /** For callers that read members before {@link ExaminedInput.valid}. @throws BodyNotObjectError, BodyTooDeepError */
  async examine<T extends object>(dto: Type<T>, input: object): Promise<ExaminedInput<T>> {
    const made = plainToInstance(dto, plainObject(input), {
      excludeExtraneousValues: true,
      exposeUnsetFields: false,
    });
    const errors = await validate(made, {
      always: true,
      groups: [this.passwordPolicy],
      // Callers may log these errors, so they must contain no values, for example passwords.
      validationError: { target: false, value: false },
    });
    return new ExaminedInput(made, errors.map(withoutConsequences));
  }
}

/** A missing, blank or non-text value also breaks other rules. Only the first of these violations is reported. */
const decisive: readonly ErrorCode[] = ['required', 'blank', 'not_text'];

function withoutConsequences(error: ValidationError): ValidationError {
  const broken = Object.entries(error.constraints ?? {});
  const [first] = decisive.flatMap((code) => broken.filter(([, message]) => message === code));
  if (first) error.constraints = Object.fromEntries([first]);
  error.children?.forEach(withoutConsequences);
  return error;
}
