import { newAccessToken } from '../../../principals/access-token.js';
import { Languages } from '../../../language/languages.js';
import {
  deriveCsrfToken,
  isCsrfToken,
  rememberVisitor,
  getVisitor,
  type Visitor,
} from './visitor.js';

const newVisitor = (): Visitor => ({
  token: newAccessToken(),
  isNew: false,
  language: new Languages().get('en')!,
});

describe('the CSRF token of a form', () => {
  it('is the same for one browser and different for another', () => {
    const [one, other] = [newVisitor(), newVisitor()];
    expect(deriveCsrfToken(one)).toBe(deriveCsrfToken({ token: one.token }));
    expect(deriveCsrfToken(one)).not.toBe(deriveCsrfToken(other));
    expect(isCsrfToken(one, deriveCsrfToken(one))).toBe(true);
    expect(isCsrfToken(one, deriveCsrfToken(other))).toBe(false);
  });

  it('does not reveal the visitor token it is derived from', () => {
    const visitor = newVisitor();
    expect(deriveCsrfToken(visitor)).toMatch(/^[\w-]{43}$/);
    expect(visitor.token).not.toContain(deriveCsrfToken(visitor).slice(0, 10));
    expect(isCsrfToken(visitor, visitor.token)).toBe(false);
  });

  it('is rejected if it is changed, shortened, extended or missing', () => {
    const visitor = newVisitor();
    const right = deriveCsrfToken(visitor);
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
      expect(isCsrfToken(visitor, text)).toBe(false);
    }
  });
});

describe('the visitor of a request', () => {
  it('is remembered for that request only', () => {
    const [request, visitor] = [{}, newVisitor()];
    expect(getVisitor(request)).toBeUndefined();
    rememberVisitor(request, visitor);
    expect(getVisitor(request)).toBe(visitor);
    expect(getVisitor({})).toBeUndefined();
    expect(JSON.stringify(request)).toBe('{}');
  });
});
