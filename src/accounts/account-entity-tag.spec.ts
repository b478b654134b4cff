import type { Account } from '../database/records.js';
import { ApiVersions, rememberVersion } from '../http/versions/api-versions.js';
import { entityTagFor } from '../http/headers/tagged-response.js';
import { accountTag, readCondition } from './account-entity-tag.js';

const versions = new ApiVersions([
  { version: '1.0' },
  { version: '1.1', difference: {} },
  { version: '1.2' },
]);
const accountEntityTag = (of: Account, request: object) => entityTagFor(request, accountTag(of));
const account = { id: 'a', revision: 7 } as Account;

/** A request whose version the interceptor has read. */
function requestIn(version: string, headers: Record<string, string> = {}) {
  const request = { headers };
  rememberVersion(request, versions.find(version)!);
  return request;
}

describe('the entity tag of an account', () => {
  it('differs between accounts and between revisions', () => {
    expect(accountEntityTag(account, requestIn('1.0'))).toBe('"a.7"');
    expect(accountEntityTag({ ...account, id: 'b' }, requestIn('1.0'))).toBe('"b.7"');
    expect(accountEntityTag({ ...account, revision: 8 }, requestIn('1.0'))).toBe('"a.8"');
  });

  it('includes the API version if that presents accounts differently', () => {
    expect(accountEntityTag(account, requestIn('1.1'))).toBe('"a.7.1.1"');
    expect(accountEntityTag(account, requestIn('1.2'))).toBe('"a.7.1.2"');
  });
});

describe('the precondition of a request for an account', () => {
  it('is undefined without a conditional header', () => {
    expect(readCondition(requestIn('1.0'))).toBeUndefined();
  });

  it('checks If-Match and If-None-Match against the account’s tag', () => {
    const unchanged = readCondition(requestIn('1.0', { 'if-match': '"a.7"' }))!;
    expect(unchanged(account)).toBe(true);
    expect(unchanged({ ...account, revision: 8 })).toBe(false);
    const changed = readCondition(requestIn('1.0', { 'if-none-match': '"a.7"' }))!;
    expect(changed(account)).toBe(false);
    expect(changed({ ...account, revision: 8 })).toBe(true);
  });

  it('uses the tag of the request’s API version', () => {
    const condition = readCondition(requestIn('1.1', { 'if-match': '"a.7"' }))!;
    expect(condition(account)).toBe(false);
  });
});
