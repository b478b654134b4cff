import { shareComponents } from './shared-components.js';

const header = { description: 'The id of the request in the log.', schema: { type: 'string' } };
const parameter = { name: 'Accept-Version', in: 'header', schema: { type: 'string' } };

const json = (examples: object, schema = 'Error') => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples },
});
const refusal = (...codes: string[]) => ({
  description: 'An error.',
  content: json(Object.fromEntries(codes.map((code) => [code, { value: { error: code } }]))),
});
const operation = (tag: string, responses: object, others: object = {}) => ({
  tags: [tag],
  responses,
  ...others,
});
const getDocument = (...operations: object[]) => ({
  openapi: '3.0.0',
  paths: Object.fromEntries(operations.map((get, index) => [`/${index}`, { get }])) as any,
  components: { schemas: { Error: { type: 'object' } } } as any,
});
/** A document with each operation twice. */
const twice = (...operations: object[]) => getDocument(...operations, ...operations);

describe('a document with shared components', () => {
  it('references parameters, headers, examples and responses that several operations use', () => {
    const ok = { description: 'Fine.', headers: { 'X-Request-Id': header } };
    const limited = refusal('rate_limited');
    const { paths, components } = shareComponents(
      getDocument(
        operation('a', { 200: ok, 429: limited }, { parameters: [parameter] }),
        operation(
          'b',
          { 429: limited, 204: { ...ok, description: 'Gone.' } },
          { parameters: [parameter] },
        ),
      ),
    );
    const rateLimited = { $ref: '#/components/responses/RateLimited' };
    const requestId = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
    expect(paths['/0'].get).toEqual({
      tags: ['a'],
      parameters: [{ $ref: '#/components/parameters/AcceptVersion' }],
      responses: { 200: { description: 'Fine.', headers: requestId }, 429: rateLimited },
    });
    expect(paths['/1'].get.responses['429']).toEqual(rateLimited);
    expect(components).toEqual({
      schemas: { Error: { type: 'object' } },
      headers: { 'X-Request-Id': header },
      examples: { rate_limited: { value: { error: 'rate_limited' } } },
      parameters: { AcceptVersion: parameter },
      responses: {
        RateLimited: {
          ...limited,
          content: json({ rate_limited: { $ref: '#/components/examples/rate_limited' } }),
        },
      },
    });
  });

  it('keeps parts of a single operation inline, and does not modify the original', () => {
    const document = getDocument(
      operation('a', { 429: refusal('rate_limited') }, { parameters: [parameter] }),
      operation('b', { 404: refusal('not_found') }),
    );
    const before = structuredClone(document);
    expect(shareComponents(document)).toEqual(before);
    const repeated = twice(operation('a', { 429: refusal('rate_limited') }));
    const unchanged = structuredClone(repeated);
    shareComponents(repeated);
    expect(repeated).toEqual(unchanged);
  });

  it('stays the same if its components are shared again', () => {
    const shared = shareComponents(twice(operation('a', { 429: refusal('rate_limited') })));
    expect(shareComponents(shared)).toEqual(shared);
  });

  it('names a response by its only example, a success by its schema, others by their status', () => {
    const account = { description: 'The account.', content: json({}, 'Account') };
    const { components } = shareComponents(
      twice(
        operation('a', {
          200: account,
          304: { description: 'The resource has not changed.' },
          401: refusal('invalid_token', 'token_expired'),
          404: refusal('account_not_found'),
          default: { description: 'Anything else.' },
        }),
      ),
    );
    expect(Object.keys(components.responses)).toEqual([
      'Account',
      'NotModified',
      'Unauthorized',
      'AccountNotFound',
      'Default',
    ]);
  });

  it('distinguishes values with the same name by a tag or status that only one of them has', () => {
    const challenge = (description: string) => ({
      description,
      headers: { 'WWW-Authenticate': { description, schema: { type: 'string' } } },
    });
    const { components } = shareComponents(
      twice(
        operation('accounts', { 401: challenge('No token.'), 403: refusal('a', 'b') }),
        operation('application data', { 400: challenge('Two tokens.'), 403: refusal('b', 'c') }),
        operation('accounts', { 400: challenge('Two tokens.') }),
      ),
    );
    expect(Object.keys(components.responses).sort()).toEqual([
      'Accounts-Forbidden',
      'ApplicationData-Forbidden',
      'BadRequest',
      'Unauthorized',
    ]);
    expect(Object.keys(components.headers)).toEqual([
      'Accounts-WWW-Authenticate',
      'BadRequest-WWW-Authenticate',
    ]);
  });

  it('distinguishes responses with the same status and tag by their last example', () => {
    const { components } = shareComponents(
      twice(
        operation('a', { 403: refusal('a', 'b') }),
        operation('a', { 403: refusal('a', 'b', 'c') }),
      ),
    );
    expect(Object.keys(components.responses).sort()).toEqual(['B-Forbidden', 'C-Forbidden']);
  });

  it('distinguishes responses with the same last example by all their examples', () => {
    const { components } = shareComponents(
      twice(operation('a', { 403: refusal('a', 'c') }), operation('a', { 403: refusal('b', 'c') })),
    );
    expect(Object.keys(components.responses).sort()).toEqual(['AC-Forbidden', 'BC-Forbidden']);
  });

  it('keeps a value inline if no name is left for it, and keeps existing components', () => {
    const document = twice(
      operation('a', { 403: refusal('a', 'b') }),
      operation('a', { 403: { ...refusal('a', 'b'), description: 'Another error.' } }),
      operation('a', { 429: refusal('rate_limited') }),
    );
    const mine = { description: 'Too many.' };
    document.components.responses = { RateLimited: mine };
    const { paths, components } = shareComponents(document);
    expect(components.responses).toEqual({ RateLimited: mine, Forbidden: expect.anything() });
    expect(paths['/0'].get.responses['403']).toHaveProperty('$ref');
    expect(paths['/1'].get.responses['403']).toMatchObject({ description: 'Another error.' });
    expect(paths['/2'].get.responses['429']).toMatchObject({ description: 'An error.' });
  });
});
