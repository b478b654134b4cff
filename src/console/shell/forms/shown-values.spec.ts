import { changedFields, changedList, shownText, shownValues } from './shown-values.js';

describe('The values a form has shown', () => {
  it('are sent back in a hidden field, as first shown', () => {
    const shown = shownText({ name: 'Ada', phone: '"1"\n' });
    expect(shownValues({ shown })).toEqual({ name: 'Ada', phone: '"1"\n' });
    expect(shownText({ name: 'Grace', shown })).toBe(shown);
  });

  it.each(['', '{', 'null', '1', '[[]]', '{"name":1}'])('are empty if the field is %j', (shown) => {
    expect(shownValues({ shown })).toEqual({});
  });
});

describe('The changed fields of a form', () => {
  const current = { name: 'Now', phone: '1' };

  it('are those that differ from the shown values, not from later changes', () => {
    const shown = shownText({ name: 'Before', phone: '0' });
    expect(changedFields({ name: 'Before', phone: '2', shown }, current)).toEqual({ phone: '2' });
  });

  it('are those that differ from the current values if the form omits the shown ones', () => {
    expect(changedFields({ name: 'Now', phone: '2' }, current)).toEqual({ phone: '2' });
  });
});

describe('A list', () => {
  it.each([
    ['does not restore an entry that was removed elsewhere', 'ab+', 'ab', 'b', 'b+'],
    ['keeps an entry that was added elsewhere', 'a', 'ab', 'abc', 'ac'],
    ['keeps the user’s order', 'ba', 'ab', 'ab', 'ba'],
    ['contains an entry once if it was added twice', 'a+', 'a', 'a+', 'a+'],
  ])('%s', (_, sent, shown, current, expected) => {
    expect(changedList([...sent], [...shown], [...current]).join('')).toBe(expected);
  });
});
