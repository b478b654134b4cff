import { TranslatableError } from './translatable.error.js';

describe('a translatable error', () => {
  class ExampleError extends TranslatableError {}

  it('has the code and parameters of its sentence, and its own name', () => {
    const cause = new Error('cause');
    const error = new ExampleError('too_short', { min: 6 }, { cause });
    expect(error).toMatchObject({
      code: 'too_short',
      params: { min: 6 },
      message: 'too_short',
      cause,
    });
    expect(error.name).toBe('ExampleError');
    expect(error).toBeInstanceOf(Error);
  });

  it('needs no parameters', () => {
    expect(new ExampleError('not_found').params).toEqual({});
  });
});
