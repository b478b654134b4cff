import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import type { PasswordPolicy } from '../access/passwords/password-policy.js';
import type { ErrorCode } from '../errors/error-registry.js';
import type { Violations } from '../errors/form-error.js';
import { ExaminedInput } from './examined-input.js';
import { plainObject } from './plain-object.js';

/**
 * Rules that need more than the DTO, such as other accounts. They run even when other rules have
 * failed, so that all violations are reported at once, and may read the valid members.
 */
export type FurtherRules<T extends object> = (examined: ExaminedInput<T>) => Promise<Violations>;

/** Converts plain input to a DTO, or throws all its violations. */
export class DtoValidator {
  /** @param passwordPolicy the validation group of the password rules that apply */
  constructor(readonly passwordPolicy: PasswordPolicy) {}

  /**
   * Members the DTO does not expose are dropped.
   *
   * @param input the input of a client, of any type
   * @throws ValidationFailedError with every wrong member; BodyNotObjectError, BodyTooDeepError
   */
  async validate<T extends object>(
    dto: Type<T>,
    input: object,
    furtherRules?: FurtherRules<T>,
  ): Promise<T> {
    const examined = await this.examine(dto, input);
    return examined.valid(await furtherRules?.(examined));
  }

  /**
   * The same in two steps, for rules that find more than violations.
   *
   * @throws BodyNotObjectError, BodyTooDeepError
   */
  async examine<T extends object>(dto: Type<T>, input: object): Promise<ExaminedInput<T>> {
    const made = plainToInstance(dto, plainObject(input), {
      excludeExtraneousValues: true,
      exposeUnsetFields: false,
    });
    const errors = await validate(made, {
      always: true,
      groups: [this.passwordPolicy],
      // Callers may log errors, so these contain no values such as passwords.
      validationError: { target: false, value: false },
    });
    return new ExaminedInput(made, errors.map(withoutConsequences));
  }
}

/** A value that is missing, blank or no text breaks other rules as well, which would repeat that. */
const decisive: readonly ErrorCode[] = ['required', 'blank', 'not_text'];

function withoutConsequences(error: ValidationError): ValidationError {
  const broken = Object.entries(error.constraints ?? {});
  const [first] = decisive.flatMap((code) => broken.filter(([, message]) => message === code));
  if (first) error.constraints = Object.fromEntries([first]);
  error.children?.forEach(withoutConsequences);
  return error;
}
