import { newAccessToken } from '../../principals/access-token.js';
import { Languages } from '../../language/languages.js';
import { csrfTokenOf, isCsrfTokenOf, rememberVisitor, visitorOf, type Visitor } from './visitor.js';

const newVisitor = (): Visitor => ({
  token: newAccessToken(),
  isNew: false,
  language: new Languages().get('en')!,
});

describe('what a form carries', () => {
  it('is the same for a browser every time, and another for every other', () => {
    const [one, other] = [newVisitor(), newVisitor()];
    expect(csrfTokenOf(one)).toBe(csrfTokenOf({ token: one.token }));
    expect(csrfTokenOf(one)).not.toBe(csrfTokenOf(other));
    expect(isCsrfTokenOf(one, csrfTokenOf(one))).toBe(true);
    expect(isCsrfTokenOf(one, csrfTokenOf(other))).toBe(false);
  });

  it('does not give away the token it is made from', () => {
    const visitor = newVisitor();
    expect(csrfTokenOf(visitor)).toMatch(/^[\w-]{43}$/);
    expect(visitor.token).not.toContain(csrfTokenOf(visitor).slice(0, 10));
    expect(isCsrfTokenOf(visitor, visitor.token)).toBe(false);
  });

  it('is refused with any change, and of any length', () => {
    const visitor = newVisitor();
    const right = csrfTokenOf(visitor);
    const changed = (right.startsWith('A') ? 'B' : 'A') + right.slice(1);
    for (const text of [
      undefined,
      '',
      changed,
      right.slice(1),
      `${right}=`,
      ` ${right}`,
      'ü'.repeat(43),
      right.toLowerCase() + right,
    ]) {
      expect(isCsrfTokenOf(visitor, text)).toBe(false);
    }
  });
});

describe('the visitor of a request', () => {
  it('is known once it was remembered, for that request alone', () => {
    const [request, visitor] = [{}, newVisitor()];
    expect(visitorOf(request)).toBeUndefined();
    rememberVisitor(request, visitor);
    expect(visitorOf(request)).toBe(visitor);
    expect(visitorOf({})).toBeUndefined();
    expect(JSON.stringify(request)).toBe('{}');
  });
});
