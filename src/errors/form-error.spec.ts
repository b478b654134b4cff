import type { ValidationError } from 'class-validator';
import { Languages } from '../language/languages.js';
import { formErrorAbout, formErrorOf, presentFormError, type FormError } from './form-error.js';

const languages = new Languages();
const english = languages.get('en')!;
const blank = 'This value must not be blank.';
const required = 'This value is required.';

describe('a form error as answered', () => {
  it('has a form with children, even where nothing is wrong', () => {
    expect(presentFormError({}, english)).toEqual({ form: { children: {} } });
    expect(presentFormError({ errors: [], children: {} }, english)).toEqual({
      form: { children: {} },
    });
  });

  it('lists the violations of the whole form', () => {
    expect(presentFormError({ errors: [{ code: 'malformed_json' }] }, english)).toEqual({
      form: { errors: ['The request body is not valid JSON.'], children: {} },
    });
  });

  it('lists the violations of each field in the order of their rules', () => {
    const error: FormError = {
      children: {
        name: { errors: [{ code: 'blank' }, { code: 'required' }] },
        email: { errors: [{ code: 'required' }] },
      },
    };
    const { form } = presentFormError(error, english);
    expect(form).toEqual({
      children: { name: { errors: [blank, required] }, email: { errors: [required] } },
    });
    expect(Object.keys(form.children)).toEqual(['name', 'email']);
  });

  it('lists violations inside a field, without empty members', () => {
    const error: FormError = {
      errors: [{ code: 'bad_request' }],
      children: {
        phone: { errors: [], children: { number: { errors: [{ code: 'required' }] } } },
        name: { errors: [{ code: 'blank' }], children: {} },
      },
    };
    const { form } = presentFormError(error, english);
    expect(form.errors).toEqual(['The request could not be understood.']);
    expect(form.children.phone).toEqual({ children: { number: { errors: [required] } } });
    expect(form.children.name?.errors).toEqual([blank]);
  });

  it('speaks the language it is given, with the parameters of each violation', () => {
    const error: FormError = {
      children: { password: { errors: [{ code: 'too_short', params: { min: 6 } }] } },
    };
    for (const language of languages.all()) {
      expect(presentFormError(error, language).form.children).toEqual({
        password: { errors: [language.say('too_short', { min: 6 })] },
      });
    }
  });

  it('has a field of any name', () => {
    const children = JSON.parse(
      '{"__proto__": {"errors": [{"code": "blank"}]}}',
    ) as FormError['children'];
    const { form } = presentFormError({ children }, english);
    expect(JSON.stringify(form)).toBe(`{"children":{"__proto__":{"errors":["${blank}"]}}}`);
  });
});

describe('a form error as found', () => {
  const found = (error: Partial<ValidationError>) => error as ValidationError;

  it('is nothing where nothing was found', () => {
    expect(formErrorOf([])).toEqual({ children: {} });
  });

  it('has every violation about every field, with its parameters', () => {
    const errors = [
      found({
        property: 'password',
        constraints: { too_short: 'too_short', password_digit_missing: 'password_digit_missing' },
        contexts: { too_short: { min: 6 } },
      }),
      found({ property: 'name', constraints: { blank: 'blank' } }),
    ];
    expect(formErrorOf(errors)).toEqual({
      children: {
        password: {
          errors: [
            { code: 'too_short', params: { min: 6 } },
            { code: 'password_digit_missing', params: undefined },
          ],
        },
        name: { errors: [{ code: 'blank', params: undefined }] },
      },
    });
  });

  it('has violations inside a field on the field, and once more nested', () => {
    const inner = found({ property: 'number', constraints: { required: 'required' } });
    const { children } = formErrorOf([found({ property: 'phone', children: [inner] })]);
    expect(children?.phone).toEqual({
      errors: [{ code: 'required' }],
      children: { number: { errors: [{ code: 'required' }] } },
    });
  });

  it('has only that violation for a value that is not an object', () => {
    const inner = found({ property: '0', constraints: { required: 'required' } });
    const phone = { property: 'phone', constraints: { not_an_object: '' }, children: [inner] };
    expect(formErrorOf([found(phone)])).toEqual({
      children: { phone: { errors: [{ code: 'not_an_object' }] } },
    });
  });

  it('has no violation of ours where class-validator alone has one', () => {
    const phone = found({ property: 'phone', constraints: { nestedValidation: 'an object' } });
    const { children } = formErrorOf([phone]);
    expect(Object.entries(children!.phone!)).toEqual([['errors', []]]);
  });

  it('repeats no opinion of class-validator’s own', () => {
    const errors = [
      found({
        property: 'phone',
        constraints: {
          nestedValidation: 'each value must be an object',
          not_an_object: 'not_an_object',
        },
      }),
    ];
    expect(formErrorOf(errors).children).toEqual({
      phone: { errors: [{ code: 'not_an_object' }] },
    });
  });
});

describe('a form error about single fields', () => {
  it('has one violation each, whose sentence may have placeholders', () => {
    const tooMany = { code: 'too_many', params: { max: 3 } } as const;
    expect(formErrorAbout({ email: 'email_taken', tokens: tooMany })).toEqual({
      children: {
        email: { errors: [{ code: 'email_taken' }] },
        tokens: { errors: [tooMany] },
      },
    });
  });
});
