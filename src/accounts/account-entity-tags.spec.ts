import { answeringHost } from '../../test/support/answer.js';
import type { Account } from '../database/records.js';
import { AnswerHeaders } from '../http/headers/answer-headers.js';
import { ApiVersions } from '../http/headers/api-versions.js';
import { Languages } from '../language/languages.js';
import { AccountEntityTags } from './account-entity-tags.js';

const versions = new ApiVersions([
  { version: '1.0' },
  { version: '1.1', difference: {} },
  { version: '1.2' },
]);
const tags = new AccountEntityTags(new AnswerHeaders(answeringHost(), versions, new Languages()));
const account = { id: 'a', revision: 7 } as Account;
const request = (headers: Record<string, string> = {}) => ({ headers });
const asking = (version: string) => request({ 'accept-version': version });

describe('the entity tag of an account', () => {
  it('is another one for every account and every change of it', () => {
    expect(tags.of(account, asking('1.0'))).toBe('"a.7"');
    expect(tags.of({ ...account, id: 'b' }, asking('1.0'))).toBe('"b.7"');
    expect(tags.of({ ...account, revision: 8 }, asking('1.0'))).toBe('"a.8"');
  });

  it('is another one in each version that shows accounts otherwise', () => {
    expect(tags.of(account, asking('1.1'))).toBe('"a.7.1.1"');
    expect(tags.of(account, asking('1.2'))).toBe('"a.7.1.2"');
    expect(tags.of(account, request())).toBe('"a.7.1.2"');
  });

  it('is that of the account alone in a version that is not served', () => {
    expect(tags.of(account, asking('2.0'))).toBe('"a.7"');
  });
});

describe('what a request wants an account to be like', () => {
  it('is nothing in particular without a condition', () => {
    expect(tags.conditionOf(asking('1.0'))).toBeUndefined();
  });

  it('is what its condition says of the tag', () => {
    const unchanged = tags.conditionOf(request({ 'accept-version': '1.0', 'if-match': '"a.7"' }))!;
    expect(unchanged(account)).toBe(true);
    expect(unchanged({ ...account, revision: 8 })).toBe(false);
    const changed = tags.conditionOf(
      request({ 'accept-version': '1.0', 'if-none-match': '"a.7"' }),
    )!;
    expect(changed(account)).toBe(false);
    expect(changed({ ...account, revision: 8 })).toBe(true);
  });

  it('is held against the tag of its own version', () => {
    const condition = tags.conditionOf(request({ 'accept-version': '1.1', 'if-match': '"a.7"' }))!;
    expect(condition(account)).toBe(false);
  });
});
