import { ValidationError } from 'class-validator';
import { ValidationFailedError } from './validation-failed.error.js';

describe('a failed validation', () => {
  it('carries the errors of class-validator', () => {
    const errors = [new ValidationError()];
    const error = new ValidationFailedError(errors);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ errors, name: 'ValidationFailedError' });
    expect(error.message).toBe('The input is not valid.');
  });

  it('can report single fields, with parameters for their sentences', () => {
    const tooMany = { code: 'too_many', params: { max: 3 } } as const;
    const { errors } = ValidationFailedError.about({ email: 'email_taken', tokens: tooMany });
    for (const error of errors) expect(error).toBeInstanceOf(ValidationError);
    expect(errors).toMatchObject([
      { property: 'email', constraints: { email_taken: 'email_taken' } },
      {
        property: 'tokens',
        constraints: { too_many: 'too_many' },
        contexts: { too_many: { max: 3 } },
      },
    ]);
  });
});
