import { TokensByDependency } from './tokens-by-dependency.js';

describe('TokensByDependency', () => {
  let dependents: TokensByDependency;
  beforeEach(() => {
    dependents = new TokensByDependency();
  });

  it('returns no, one or many tokens of an id', () => {
    expect([...dependents.of('account')]).toEqual([]);
    dependents.add('account', 'first');
    expect([...dependents.of('account')]).toEqual(['first']);
    dependents.add('account', 'second');
    dependents.add('account', 'third');
    expect([...dependents.of('account')]).toEqual(['first', 'second', 'third']);
    expect([...dependents.of('application')]).toEqual([]);
  });

  it('stores a token once', () => {
    dependents.add('account', 'first');
    dependents.add('account', 'first');
    expect([...dependents.of('account')]).toEqual(['first']);
    dependents.add('account', 'second');
    dependents.add('account', 'first');
    expect([...dependents.of('account')]).toEqual(['first', 'second']);
  });

  it.each([
    ['one', ['first']],
    ['many', ['first', 'second']],
  ])('deletes a token of %s, and no other', (_, tokens) => {
    for (const token of tokens) dependents.add('account', token);
    dependents.delete('account', 'another');
    dependents.delete('application', 'first');
    expect([...dependents.of('account')]).toEqual(tokens);
    dependents.delete('account', 'first');
    expect([...dependents.of('account')]).toEqual(tokens.slice(1));
  });

  it('keeps nothing for an id without tokens', () => {
    for (const token of ['first', 'second']) dependents.add('account', token);
    for (const token of ['first', 'second']) dependents.delete('account', token);
    dependents.add('application', 'first');
    dependents.delete('application', 'first');
    expect(dependents).toEqual({ tokens: new Map() });
  });

  it('allows deleting tokens during iteration', () => {
    for (const token of ['first', 'second', 'third']) dependents.add('account', token);
    const seen: string[] = [];
    for (const token of dependents.of('account')) {
      seen.push(token);
      dependents.delete('account', token);
    }
    expect(seen).toEqual(['first', 'second', 'third']);
  });
});
