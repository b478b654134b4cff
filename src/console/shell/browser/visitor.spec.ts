import { newAccessToken } from '../../../principals/access-token.js';
import { Languages } from '../../../language/languages.js';
import { csrfTokenOf, isCsrfTokenOf, rememberVisitor, visitorOf, type Visitor } from './visitor.js';

const newVisitor = (): Visitor => ({
  token: newAccessToken(),
  isNew: false,
  language: new Languages().get('en')!,
});

describe('the CSRF token of a form', () => {
  it('is the same for one browser and different for another', () => {
    const [one, other] = [newVisitor(), newVisitor()];
    expect(csrfTokenOf(one)).toBe(csrfTokenOf({ token: one.token }));
    expect(csrfTokenOf(one)).not.toBe(csrfTokenOf(other));
    expect(isCsrfTokenOf(one, csrfTokenOf(one))).toBe(true);
    expect(isCsrfTokenOf(one, csrfTokenOf(other))).toBe(false);
  });

  it('does not reveal the visitor token it is derived from', () => {
    const visitor = newVisitor();
    expect(csrfTokenOf(visitor)).toMatch(/^[\w-]{43}$/);
    expect(visitor.token).not.toContain(csrfTokenOf(visitor).slice(0, 10));
    expect(isCsrfTokenOf(visitor, visitor.token)).toBe(false);
  });

  it('is rejected if it is changed, shortened, extended or missing', () => {
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
  it('is remembered for that request only', () => {
    const [request, visitor] = [{}, newVisitor()];
    expect(visitorOf(request)).toBeUndefined();
    rememberVisitor(request, visitor);
    expect(visitorOf(request)).toBe(visitor);
    expect(visitorOf({})).toBeUndefined();
    expect(JSON.stringify(request)).toBe('{}');
  });
});
