import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import type { PasswordPolicy } from '../access/password-policy.js';
import { formErrorOf } from './form-error.js';
import { ValidationFailedError } from './validation-failed.error.js';

/** Turns plain input into a DTO, or says everything that is wrong with it. */
export class DtoValidator {
  /** @param passwordPolicy the validation group of the password rules that apply */
  constructor(readonly passwordPolicy: PasswordPolicy) {}

  /**
   * Members the DTO does not expose are dropped; a DTO that was made here passes as it is.
   *
   * @throws ValidationFailedError with every wrong member
   */
  async validate<T extends object>(dto: Type<T>, input: object): Promise<T> {
    if (input instanceof dto) return input;
    const made = plainToInstance(dto, input, {
      excludeExtraneousValues: true,
      exposeUnsetFields: false,
    });
    const errors = await validate(made, {
      always: true,
      groups: [this.passwordPolicy],
      validationError: { target: false, value: false },
    });
    if (errors.length > 0) throw new ValidationFailedError(formErrorOf(errors));
    return made;
  }
}
