import { hashToken } from '../../src/principals/access-token.js';
import { errorsBeside, readCodes, readNotice } from '../support/clients/page-reader.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

const tokenForm = /^[0-9A-Za-z]{86}$/;

describeService('Named tokens in the console', (service) => {
  let person: Person;
  let page: string;
  let path: string;
  beforeEach(async () => {
    person = await newPerson(service());
    page = `/console/applications/${person.applicationId}`;
    path = `${page}/tokens`;
  });
  const call = (token: string, method: 'get' | 'put' = 'get') =>
    service().as({ ...person, token }, method, '/accounts/me');

  async function create(fields: Record<string, string> = {}) {
    await person.browser.open(`${path}/new`);
    return person.browser.submit(path, {
      name: 'Report',
      scope: 'account:read',
      expires_in_days: '90',
      ...fields,
    });
  }

  /** The new token on the page of the application. */
  async function readNew(): Promise<string | undefined> {
    const { html } = await person.browser.open(page);
    return readCodes(html).find((code) => tokenForm.test(code));
  }

  it('are created on a page of the application, and shown once', async () => {
    const { html } = await person.browser.open(page);
    expect(html).toContain(`href="${service().path(`${path}/new`)}"`);
    const { status, location } = await create();
    expect([status, location]).toEqual([303, page]);
    const shown = await person.browser.open(page);
    expect(readNotice(shown.html)).toBe('The access token has been created.');
    const token = readCodes(shown.html).find((code) => tokenForm.test(code))!;
    expect((await call(token)).status).toBe(200);
    expect((await call(token, 'put').send({})).status).toBe(403);
    expect(shown.html).toContain('Report');
    expect(shown.headers.get('cache-control')).toContain('no-store');
    const again = await person.browser.open(page);
    expect(again.html).not.toContain(token);
    expect(again.html).toContain('Report');
  });

  it('have full access or no expiry only if chosen', async () => {
    await create({ name: 'Short', expires_in_days: '7' });
    const short = await service().prisma.accessToken.findUniqueOrThrow({
      where: { hash: hashToken((await readNew())!) },
    });
    expect(short).toMatchObject({ kind: 'restricted', scope: ['account:read'] });
    expect(short.expiresAt!.getTime() - short.createdAt.getTime()).toBe(7 * 24 * 60 * 60_000);
    await create({ name: 'Backup', scope: 'full', expires_in_days: 'none' });
    const token = (await readNew())!;
    expect((await service().as({ ...person, token }, 'get', '/applications')).status).toBe(200);
    const { html } = await person.browser.open(page);
    expect(html).toContain('Full access');
    expect(html).toContain('Does not expire');
  });

  it('are refused with an error next to the invalid field, and keep the other values', async () => {
    const { status, html } = await create({ name: ' ', scope: 'account:write' });
    expect(status).toBe(400);
    expect(errorsBeside(html, 'token-name')).toEqual(['Fill in this field.']);
    expect(html).toMatch(
      /<option [^>]*value="account:write"[^>]*selected|<option selected[^>]*value="account:write"/,
    );
    const days = await create({ expires_in_days: '1000' });
    expect(errorsBeside(days.html, 'token-expires_in_days')).toEqual([
      'Enter a whole number from 7 to 366.',
    ]);
    expect(
      await service().prisma.accessToken.count({
        where: { id: { not: null }, accountId: person.account.id },
      }),
    ).toBe(0);
  });

  it('are revoked once, after a confirmation question', async () => {
    await create({ name: 'Old & unused' });
    const token = (await readNew())!;
    expect((await call(token)).status).toBe(200);
    const { id } = await service().prisma.accessToken.findUniqueOrThrow({
      where: { hash: hashToken(token) },
    });
    const revoke = `${path}/${id}/revoke`;
    const question = await person.browser.open(revoke);
    expect(question.html).toContain('Revoke the access token “Old &amp; unused”?');
    expect((await call(token)).status).toBe(200);
    const { status, location } = await person.browser.submit(revoke);
    expect([status, location]).toEqual([303, page]);
    expect((await call(token)).status).toBe(401);
    const after = await person.browser.open(page);
    expect(readNotice(after.html)).toBe('The access token has been revoked.');
    expect(after.html).not.toContain('Old &amp; unused');
    expect((await person.browser.open(revoke)).status).toBe(404);
  });

  it('of other users respond with 404', async () => {
    const other = await newPerson(service());
    await create();
    const [named] = await service().prisma.accessToken.findMany({
      where: { accountId: person.account.id, id: { not: null } },
    });
    const theirs = `/console/applications/${person.applicationId}/tokens`;
    await other.browser.open('/console/account');
    const { csrfToken: csrf_token } = other.browser;
    const answers = [
      await other.browser.open(`${theirs}/new`),
      await other.browser.open(`${theirs}/${named!.id}/revoke`),
      await other.browser.post(theirs, {
        csrf_token,
        name: 'Mine',
        scope: 'full',
        expires_in_days: 'none',
      }),
      await other.browser.post(`${theirs}/${named!.id}/revoke`, { csrf_token }),
      await other.browser.post(
        `/console/applications/${other.applicationId}/tokens/${named!.id}/revoke`,
        { csrf_token },
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await service().prisma.accessToken.count({ where: { hash: named!.hash } })).toBe(1);
  });
});
