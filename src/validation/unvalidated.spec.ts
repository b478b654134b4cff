import type { Input, Unvalidated } from './unvalidated.js';

interface NameDto {
  name: string;
}

// The compiler checks these: `npm test` runs it first.
describe('client input', () => {
  const takes = (input: Input<NameDto>) => input;

  it('is accepted for validation, but cannot be read before that', () => {
    const sent: object = { name: 'Ada' };
    const body = sent as Unvalidated<NameDto>;
    expect(takes(body)).toBe(sent);
    // @ts-expect-error it may have any type, or be absent
    expect(body.name).toBe('Ada');
  });

  it('is type-checked if it is written in code', () => {
    expect(takes({ name: 'Ada' })).toEqual({ name: 'Ada' });
    // @ts-expect-error the name is missing
    expect(takes({})).toEqual({});
    // @ts-expect-error the name is not text
    expect(takes({ name: 1 })).toEqual({ name: 1 });
  });
});
