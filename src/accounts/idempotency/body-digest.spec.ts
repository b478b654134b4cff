import fc from 'fast-check';
import { hashBody } from './body-digest.js';

describe('the digest of a body', () => {
  const body = { name: 'Ada', phone: null, inner: { b: [1, { d: 2, c: 3 }], a: true } };

  it('ignores the order of members at any depth', () => {
    const other = { inner: { a: true, b: [1, { c: 3, d: 2 }] }, phone: null, name: 'Ada' };
    expect(hashBody(other)).toBe(hashBody(body));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
        const reversed = Object.fromEntries(Object.entries(members).reverse());
        expect(hashBody(reversed)).toBe(hashBody(members));
      }),
    );
  });

  it.each([
    ['another value', { ...body, name: 'Eve' }],
    ['another name', { ...body, name: undefined, nom: 'Ada' }],
    ['an extra member', { ...body, client: '' }],
    ['a missing member', { ...body, phone: undefined }],
    ['the text "null" in place of null', { ...body, phone: 'null' }],
    ['a list in another order', { ...body, inner: { ...body.inner, b: [{ d: 2, c: 3 }, 1] } }],
    ['a list in place of an object', { ...body, inner: [['a', true]] }],
    ['another value within a list', { ...body, inner: { ...body.inner, b: [1, { d: 2, c: 4 }] } }],
  ])('changes with %s', (_, other) => {
    expect(hashBody(other)).not.toBe(hashBody(body));
  });

  it('distinguishes a list from an object with its indexes as names', () => {
    expect(hashBody({ a: ['x'] })).not.toBe(hashBody({ a: { 0: 'x' } }));
  });

  it('matches digests stored by earlier releases', () => {
    expect(hashBody({ b: 1, a: [2, null] })).toBe('9GuO12Cso4Jo-ykA4iMyiRFXCO2lcsgJN-eoDLg1v8U');
  });
});
