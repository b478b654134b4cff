import type { ValidationError } from 'class-validator';
import { Languages } from '../language/languages.js';
import { presentErrors, presentViolation } from './form-error.js';

const languages = new Languages();
const english = languages.get('en')!;
const blank = 'This value must not be blank.';
const required = 'This value is required.';

const found = (property: string, error: Partial<ValidationError>) =>
  ({ property, ...error }) as ValidationError;
const as = (...codes: string[]) => Object.fromEntries(codes.map((code) => [code, code]));

describe('the body of an error about the whole request', () => {
  it('has its sentence and code in the form, without fields', () => {
    expect(presentViolation({ code: 'malformed_json' }, english)).toEqual({
      form: {
        errors: ['The request body is not valid JSON.'],
        codes: ['malformed_json'],
        children: {},
      },
    });
  });

  it('fills the placeholders of its sentence', () => {
    const violation = { code: 'too_many_applications', params: { max: 3 } } as const;
    expect(presentViolation(violation, english).form.errors).toEqual([
      english.say('too_many_applications', { max: 3 }),
    ]);
  });
});

describe('the body of an error about fields', () => {
  it('has a form with children, even without errors', () => {
    expect(presentErrors([], english)).toEqual({ form: { children: {} } });
  });

  it('lists the sentences and codes of each field in the order of its rules', () => {
    const errors = [
      found('name', { constraints: as('blank', 'required') }),
      found('email', { constraints: as('required') }),
    ];
    const { form } = presentErrors(errors, english);
    expect(form).toEqual({
      children: {
        name: { errors: [blank, required], codes: ['blank', 'required'] },
        email: { errors: [required], codes: ['required'] },
      },
    });
    expect(Object.keys(form.children)).toEqual(['name', 'email']);
  });

  it('reads the code from the message of a rule, and the placeholders from its context', () => {
    const error = found('password', {
      constraints: { isLength: 'too_short', password_digit_missing: 'password_digit_missing' },
      contexts: { isLength: { min: 6 } },
    });
    for (const language of languages.all()) {
      expect(presentErrors([error], language).form.children).toEqual({
        password: {
          errors: [language.say('too_short', { min: 6 }), language.say('password_digit_missing')],
          codes: ['too_short', 'password_digit_missing'],
        },
      });
    }
  });

  it('reports errors inside an object on the object, once', () => {
    const inner = found('number', { constraints: as('required') });
    const deep = found('outer', { children: [found('phone', { children: [inner] })] });
    expect(presentErrors([deep], english)).toEqual({
      form: { children: { outer: { errors: [required], codes: ['required'] } } },
    });
  });

  it('reports a value that is not an object without the errors inside it', () => {
    const inner = found('0', { constraints: as('required') });
    const phone = found('phone', { constraints: as('not_an_object'), children: [inner] });
    expect(presentErrors([phone], english).form.children.phone?.codes).toEqual(['not_an_object']);
  });

  it('omits messages of class-validator itself', () => {
    const nestedValidation = 'nested property phone must be either object or array';
    const phone = found('phone', { constraints: { nestedValidation, ...as('not_an_object') } });
    expect(presentErrors([phone], english).form.children.phone?.codes).toEqual(['not_an_object']);
    const alone = found('phone', { constraints: { nestedValidation } });
    expect(presentErrors([alone], english)).toEqual({ form: { children: {} } });
  });

  it('allows any field name, even __proto__', () => {
    const { form } = presentErrors([found('__proto__', { constraints: as('blank') })], english);
    expect(JSON.stringify(form)).toBe(
      `{"children":{"__proto__":{"errors":["${blank}"],"codes":["blank"]}}}`,
    );
  });
});
