import type { FormError } from './form-error.js';
import { ValidationFailedError } from './validation-failed.error.js';

describe('a failed validation', () => {
  it('carries its form', () => {
    const form: FormError = { errors: [{ code: 'bad_request' }] };
    const error = new ValidationFailedError(form);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ form, name: 'ValidationFailedError' });
    expect(error.message).toBe('The input is not valid.');
  });

  it('can be about single fields', () => {
    expect(ValidationFailedError.about({ email: 'email_taken', name: 'blank' }).form).toEqual({
      children: {
        email: { errors: [{ code: 'email_taken' }] },
        name: { errors: [{ code: 'blank' }] },
      },
    });
  });
});
