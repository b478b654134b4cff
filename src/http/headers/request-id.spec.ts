import fc from 'fast-check';
import { newRequestId, requestId } from './request-id.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const withHeader = (value?: string | string[]) => ({ headers: { 'x-request-id': value } });

describe('a new request id', () => {
  it.each(['a', 'req-1', 'A_b.c:d-9', '0'.repeat(128)])(
    'is read from the X-Request-Id header: %s',
    (id) => {
      expect(newRequestId(withHeader(id))).toBe(id);
    },
  );

  it.each([
    ['the header is absent', undefined],
    ['the header is empty', ''],
    ['the header has 129 characters', '0'.repeat(129)],
    ['the header is sent several times', ['a', 'b']],
    ['the header contains a space', 'a b'],
    ['the header contains a line break', 'a\n'],
    ['the header contains a quote', 'a"b'],
    ['the header contains markup', '<b>'],
    ['the header contains a letter outside ASCII', 'é'],
  ])('is generated if %s', (_, value) => {
    expect(newRequestId(withHeader(value))).toMatch(uuid);
  });

  it('is different every time', () => {
    expect(newRequestId(withHeader())).not.toBe(newRequestId(withHeader()));
  });

  it('is always safe to log', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(newRequestId(withHeader(value))).toMatch(/^[A-Za-z0-9_.:-]{1,128}$/);
      }),
    );
  });
});

describe('the request id', () => {
  it('is the id property of the request', () => {
    expect(requestId({ id: 'given', ...withHeader('other') })).toBe('given');
  });

  it('is text even if the host sets a number', () => {
    expect(requestId({ id: 7, ...withHeader() })).toBe('7');
  });

  it('is generated once and kept', () => {
    const request = withHeader();
    const id = requestId(request);
    expect(id).toMatch(uuid);
    expect(requestId(request)).toBe(id);
    expect(request).toMatchObject({ id });
  });

  it('is read from the header if the host sets none', () => {
    expect(requestId(withHeader('req-1'))).toBe('req-1');
  });

  it('is read from the raw request, which the log uses', () => {
    const raw = { id: 'raw', ...withHeader() };
    expect(requestId({ id: 'wrapped', ...withHeader(), raw })).toBe('raw');
  });

  describe('on Fastify', () => {
    const log = {};
    /** With middleware, Node's request has the same id and log as Fastify's. */
    const requests = (id: string, rawLog: object | undefined = log) => ({
      ...{ id, log },
      ...withHeader('sent'),
      raw: { ...withHeader('sent'), ...(rawLog && { id, log: rawLog }) },
    });

    it.each([
      ['with middleware', requests('req-1f')],
      ['without middleware', requests('req-1f', undefined)],
    ])('is read from the header instead of Fastify’s counter: %s', (_, request) => {
      expect(requestId(request)).toBe('sent');
      expect(requestId(request)).toBe('sent');
      expect(request.raw).toMatchObject({ id: 'sent' });
    });

    it.each([
      ['with middleware', requests('mine')],
      ['without middleware', requests('mine', undefined)],
    ])('is the one that the host generates: %s', (_, request) => {
      expect(requestId(request)).toBe('mine');
    });

    it('is Fastify’s if middleware of the host logs it', () => {
      expect(requestId(requests('req-1', {}))).toBe('req-1');
    });

    it('ignores an id of the host that is not safe to log', () => {
      expect(requestId(requests('a b', undefined))).toBe('sent');
    });
  });
});
