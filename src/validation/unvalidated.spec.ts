import type { Input, Unvalidated } from './unvalidated.js';

interface NameDto {
  name: string;
}

// The compiler is what checks here: `npm test` runs it first.
describe('The input of a client', () => {
  const takes = (input: Input<NameDto>) => input;

  it('is accepted where it will be validated, and cannot be read before', () => {
    const sent: object = { name: 'Ada' };
    const body = sent as Unvalidated<NameDto>;
    expect(takes(body)).toBe(sent);
    // @ts-expect-error it may have any type, or be absent
    expect(body.name).toBe('Ada');
  });

  it('has its types checked where code gives it', () => {
    expect(takes({ name: 'Ada' })).toEqual({ name: 'Ada' });
    // @ts-expect-error the name is missing
    expect(takes({})).toEqual({});
    // @ts-expect-error the name is no text
    expect(takes({ name: 1 })).toEqual({ name: 1 });
  });
});
