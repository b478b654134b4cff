import fc from 'fast-check';
import { newRequestId, requestId } from './request-id.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const withHeader = (value?: string | string[]) => ({ headers: { 'x-request-id': value } });

describe('a new request id', () => {
  it.each(['a', 'req-1', 'A_b.c:d-9', '0'.repeat(128)])('is the one that came: %s', (id) => {
    expect(newRequestId(withHeader(id))).toBe(id);
  });

  it.each([
    ['none came', undefined],
    ['an empty one came', ''],
    ['one of 129 characters came', '0'.repeat(129)],
    ['several came', ['a', 'b']],
    ['one with a space came', 'a b'],
    ['one with a line break came', 'a\n'],
    ['one with a quote came', 'a"b'],
    ['one with markup came', '<b>'],
    ['one with a letter outside ASCII came', 'é'],
  ])('is made where %s', (_, value) => {
    expect(newRequestId(withHeader(value))).toMatch(uuid);
  });

  it('is another one every time', () => {
    expect(newRequestId(withHeader())).not.toBe(newRequestId(withHeader()));
  });

  it('is always harmless to log', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(newRequestId(withHeader(value))).toMatch(/^[A-Za-z0-9_.:-]{1,128}$/);
      }),
    );
  });
});

describe('the id of a request', () => {
  it('is the one it has', () => {
    expect(requestId({ id: 'given', ...withHeader('other') })).toBe('given');
  });

  it('is text with any parser of the host', () => {
    expect(requestId({ id: 7, ...withHeader() })).toBe('7');
  });

  it('is given once and kept', () => {
    const request = withHeader();
    const id = requestId(request);
    expect(id).toMatch(uuid);
    expect(requestId(request)).toBe(id);
    expect(request).toMatchObject({ id });
  });

  it('is the incoming one where the host sets none', () => {
    expect(requestId(withHeader('req-1'))).toBe('req-1');
  });

  it('is the one of the raw request, which the log has', () => {
    const raw = { id: 'raw', ...withHeader() };
    expect(requestId({ id: 'wrapped', ...withHeader(), raw })).toBe('raw');
  });

  describe('on Fastify', () => {
    const log = {};
    /** With middleware, Node's request has what Fastify's has. */
    const requests = (id: string, rawLog: object | undefined = log) => ({
      ...{ id, log },
      ...withHeader('sent'),
      raw: { ...withHeader('sent'), ...(rawLog && { id, log: rawLog }) },
    });

    it.each([
      ['with middleware', requests('req-1f')],
      ['without', requests('req-1f', undefined)],
    ])('is the incoming one, and not the number of Fastify: %s', (_, request) => {
      expect(requestId(request)).toBe('sent');
      expect(requestId(request)).toBe('sent');
      expect(request.raw).toMatchObject({ id: 'sent' });
    });

    it.each([
      ['with middleware', requests('mine')],
      ['without', requests('mine', undefined)],
    ])('is the one that the host makes: %s', (_, request) => {
      expect(requestId(request)).toBe('mine');
    });

    it('is Fastify’s where middleware of the host logs by it', () => {
      expect(requestId(requests('req-1', {}))).toBe('req-1');
    });

    it('is none of the host’s that is not safe to log', () => {
      expect(requestId(requests('a b', undefined))).toBe('sent');
    });
  });
});
