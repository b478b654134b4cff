import { changedFields, changedList, shownText, shownValues } from './shown-values.js';

describe('The values that a form has shown', () => {
  it('return in a hidden field, from the first page on', () => {
    const shown = shownText({ name: 'Ada', phone: '"1"\n' });
    expect(shownValues({ shown })).toEqual({ name: 'Ada', phone: '"1"\n' });
    expect(shownText({ name: 'Grace', shown })).toBe(shown);
  });

  it.each(['', '{', 'null', '1', '[[]]', '{"name":1}'])('are none in %j', (shown) => {
    expect(shownValues({ shown })).toEqual({});
  });
});

describe('A form is compared', () => {
  const current = { name: 'Now', phone: '1' };

  it('with what it has shown, not with what was changed since', () => {
    const shown = shownText({ name: 'Before', phone: '0' });
    expect(changedFields({ name: 'Before', phone: '2', shown }, current)).toEqual({ phone: '2' });
  });

  it('with the present values if it does not say what it has shown', () => {
    expect(changedFields({ name: 'Now', phone: '2' }, current)).toEqual({ phone: '2' });
  });
});

describe('A list', () => {
  it.each([
    ['does not regain an entry that was removed elsewhere', 'ab+', 'ab', 'b', 'b+'],
    ['keeps an entry that was added elsewhere', 'a', 'ab', 'abc', 'ac'],
    ['has the order of its user', 'ba', 'ab', 'ab', 'ba'],
    ['has an entry once that was added twice', 'a+', 'a', 'a+', 'a+'],
  ])('%s', (_, sent, shown, current, expected) => {
    expect(changedList([...sent], [...shown], [...current]).join('')).toBe(expected);
  });
});
