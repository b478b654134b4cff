import { w3cDate, w3cDateSchema } from './w3c-date.js';

describe('a date', () => {
  it('is formatted in UTC with milliseconds and the offset +00:00', () => {
    expect(w3cDate(new Date(Date.UTC(2026, 0, 18, 14, 49, 37, 123)))).toBe(
      '2026-01-18T14:49:37.123+00:00',
    );
    expect(w3cDate(new Date(0))).toBe('1970-01-01T00:00:00.000+00:00');
  });

  it('has a schema that matches its format', () => {
    const { type, format, minLength, maxLength, example } = w3cDateSchema;
    expect([type, format]).toEqual(['string', 'date-time']);
    expect(w3cDate(new Date(example))).toBe(example);
    expect([minLength, maxLength]).toEqual([example.length, example.length]);
  });
});
