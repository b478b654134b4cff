import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import type { PasswordPolicy } from '../access/passwords/password-policy.js';
import {
  formErrorAbout,
  formErrorOf,
  type FormError,
  type Violations,
} from '../errors/form-error.js';
import { plainObject } from './plain-object.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';

/**
 * Rules that need more than the DTO, such as other accounts. They run even when other rules have
 * failed, so that all violations are reported at once, and may read the valid members.
 */
export type FurtherRules<T> = (
  dto: T,
  isSound: (member: keyof T & string) => boolean,
) => Promise<Violations>;

/** A DTO made of input, with the violations that were found in it. */
export class ExaminedInput<T extends object> {
  constructor(
    /** Only the members that are sound have the types of the DTO. */
    readonly dto: T,
    private readonly children: Readonly<Record<string, FormError>>,
  ) {}

  isSound(member: keyof T & string): boolean {
    return !Object.hasOwn(this.children, member);
  }

  /**
   * The DTO, once it violates nothing.
   *
   * @param further violations of rules that need more than the DTO
   * @throws ValidationFailedError with every wrong member
   */
  valid(further: Violations = {}): T {
    const children = { ...this.children, ...formErrorAbout(further).children };
    if (Object.keys(children).length > 0) throw new ValidationFailedError({ children });
    return this.dto;
  }
}

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
    const further = await furtherRules?.(examined.dto, (member) => examined.isSound(member));
    return examined.valid(further);
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
    const found = await validate(made, {
      always: true,
      groups: [this.passwordPolicy],
    });
    return new ExaminedInput(made, formErrorOf(found).children ?? {});
  }
}
