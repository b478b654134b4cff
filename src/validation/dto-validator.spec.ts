// class-transformer requires it but does not depend on it.
import 'reflect-metadata';
import { inspect } from 'node:util';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { passwordPolicies } from '../access/passwords/password-policy.js';
import { violationsIn } from '../errors/form-error.js';
import { DtoValidator } from './dto-validator.js';
import { Exposed, IsText, MinCharacters, Required, Rule } from './validation.rules.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';

class InnerDto {
  @Required()
  @Exposed(IsText())
  text!: string;
}

class ExampleDto {
  @Required()
  @Exposed(IsText())
  always!: string;

  @Exposed(MinCharacters(3, ['standard', 'length']), MinCharacters(5, ['strict']))
  byPolicy?: string;

  @Exposed(ValidateNested())
  @Type(() => InnerDto)
  inner?: InnerDto;

  @Exposed(Rule('password_common', (value) => Promise.resolve(value !== 'common')))
  later?: string;

  notExposed?: string;
}

const validator = new DtoValidator('standard');

/** The violations of each member. */
async function violations(input: object, by = validator) {
  const error: unknown = await by.validate(ExampleDto, input).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error === undefined) return undefined;
  expect(error).toBeInstanceOf(ValidationFailedError);
  return Object.fromEntries(
    (error as ValidationFailedError).errors.map((found) => [found.property, violationsIn(found)]),
  );
}

describe('DTO validator', () => {
  it('creates an instance with only the exposed members', async () => {
    const dto = await validator.validate(ExampleDto, {
      always: 'a',
      notExposed: 'b',
      unknown: 'c',
      inner: { text: 'd', unknown: 'e' },
    });
    expect(dto).toBeInstanceOf(ExampleDto);
    expect(dto.inner).toBeInstanceOf(InnerDto);
    expect({ ...dto, inner: { ...dto.inner } }).toEqual({ always: 'a', inner: { text: 'd' } });
  });

  it('leaves absent members absent', async () => {
    const dto = await validator.validate(ExampleDto, { always: 'a' });
    expect(Object.values(dto).filter((value) => value !== undefined)).toEqual(['a']);
  });

  it('keeps the defaults of the class for absent members', async () => {
    class PreparedDto {
      @Exposed(IsText())
      prepared = 'a';
    }
    expect((await validator.validate(PreparedDto, {})).prepared).toBe('a');
    expect((await validator.validate(PreparedDto, { prepared: 'b' })).prepared).toBe('b');
  });

  it('keeps lists and nulls', async () => {
    class AnyDto {
      @Exposed(Required())
      any!: unknown;
    }
    for (const any of [[], ['a', { b: [null] }], { c: null, d: [1, 2] }]) {
      const dto = await validator.validate(AnyDto, { any });
      expect(dto.any).toEqual(any);
    }
    expect(await violations({ always: null })).toEqual({
      always: [{ code: 'required' }],
    });
  });

  it('does not modify the input', async () => {
    const input = Object.freeze({ always: 'a', inner: Object.freeze({ text: 'b' }) });
    await validator.validate(ExampleDto, input);
    expect(input).toEqual({ always: 'a', inner: { text: 'b' } });
  });

  it('reports all violations together', async () => {
    expect(await violations({ byPolicy: 'x', later: 'common', inner: { text: 1 } })).toEqual({
      always: [{ code: 'required' }],
      byPolicy: [{ code: 'too_short', params: { min: 3 } }],
      later: [{ code: 'password_common' }],
      inner: [{ code: 'not_text' }],
    });
  });

  it('waits for asynchronous rules', async () => {
    expect(await violations({ always: 'a', later: 'rare' })).toBeUndefined();
    expect(await violations({ always: 'a', later: 'common' })).toEqual({
      later: [{ code: 'password_common' }],
    });
  });

  it.each([
    ['standard', 3],
    ['length', 3],
    ['strict', 5],
  ] as const)('applies the rules of the %s policy', async (policy, min) => {
    const by = new DtoValidator(policy);
    expect(by.passwordPolicy).toBe(policy);
    expect(await violations({ always: 'a', byPolicy: 'x'.repeat(min) }, by)).toBeUndefined();
    expect(await violations({ always: 'a', byPolicy: 'x'.repeat(min - 1) }, by)).toEqual({
      byPolicy: [{ code: 'too_short', params: { min } }],
    });
  });

  it.each(passwordPolicies)(
    'applies rules without a policy under the %s policy',
    async (policy) => {
      expect(await violations({}, new DtoValidator(policy))).toEqual({
        always: [{ code: 'required' }],
      });
    },
  );

  it('validates an instance of the DTO like any other object', async () => {
    const forged = Object.assign(new ExampleDto(), { always: 5 });
    expect(await violations(forged)).toEqual({ always: [{ code: 'not_text' }] });
  });

  it.each([{ constructor: 'x' }, { constructor: { prototype: null } }, [{ constructor: 1 }]])(
    'does not trust the constructor member of an object: %j',
    async (value) => {
      const input = { always: value, inner: { text: { deeper: value }, constructor: 'x' } };
      expect(await violations({ ...input, constructor: 'x' })).toMatchObject({
        always: [{ code: 'not_text' }],
        inner: [{ code: 'not_text' }],
      });
    },
  );

  it('runs additional rules, which can see the members and whether they are valid', async () => {
    const asked: boolean[] = [];
    const validation = validator.validate(ExampleDto, { always: 5 }, async (examined) => {
      asked.push(examined.getGiven('always') === 5, examined.getValid('always') !== undefined);
      return { later: 'email_taken' };
    });
    await expect(validation).rejects.toMatchObject({
      errors: [
        { property: 'always', constraints: { not_text: 'not_text' } },
        { property: 'later', constraints: { email_taken: 'email_taken' } },
      ],
    });
    expect(asked).toEqual([true, false]);
  });

  it('keeps the parameters of violations of additional rules', async () => {
    const violation = { code: 'too_many', params: { max: 3 } } as const;
    const validation = validator.validate(ExampleDto, { always: 'a' }, async () => ({
      later: violation,
    }));
    await expect(validation).rejects.toMatchObject({
      errors: [{ property: 'later', contexts: { too_many: { max: 3 } } }],
    });
  });

  it('includes no values in its errors', async () => {
    const input = { byPolicy: 'pw', inner: { text: 5, also: 'pw' } };
    const error: unknown = await validator.validate(ExampleDto, input).catch((error) => error);
    expect(inspect(error, { depth: Infinity })).not.toContain("'pw'");
  });
});
