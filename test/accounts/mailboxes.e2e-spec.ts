import { AccountsService } from '../../src/accounts/accounts.service.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { byHost } from '../../src/request/requester.js';
import { PageClient } from '../support/clients/page-client.js';
import { describeService, errorsOn, newEmail, password } from '../support/hosts/service.js';

let domains = 0;

describeService('The mailbox of an email', (service) => {
  const get = <T>(type: new (...args: never[]) => T) =>
    service().app.get<T>(type, { strict: false });
  const signIn = async (email: string) =>
    (await new PageClient(service().url).signIn(email, password)).status;
  /** Runs SQL as a node of an earlier release does. */
  const run = (sql: string, ...values: unknown[]) =>
    service().prisma.$executeRawUnsafe(sql, ...values);
  const getRow = (id: string) => service().prisma.account.findUniqueOrThrow({ where: { id } });
  const fill = () => get(PurgeService).purge();

  /** Two spellings of one new address, the second one in Punycode. */
  function spellings(): [unicode: string, ascii: string] {
    const domain = `münchen${++domains}.example`;
    return [`Ada@${domain}`, `ada@${new URL(`http://${domain}`).hostname}`];
  }

  it.each<[string, () => [string, string]]>([
    ['the form of its domain, Unicode or Punycode', spellings],
    ['the letter case of both parts', () => ['JÖRG@example.com', 'jörg@EXAMPLE.com']],
    ['the width of the letters in its domain', () => ['ada@ｗｉｄｅ.example', 'ada@wide.example']],
    ['the white space around it', () => ['grace@example.com', ' \u00a0grace@example.com\t']],
  ])('signs in and counts as taken, whatever %s', async (_, pair) => {
    const [one, other] = pair();
    const caller = await service().newCaller({ email: one });
    expect(caller.account.email).toBe(one);
    expect([await signIn(one), await signIn(other)]).toEqual([303, 303]);
    const { status, body } = await service().create(caller, { email: other });
    expect([status, errorsOn(body, 'email').length]).toEqual([400, 1]);
    const { accounts } = await get(OperatorService).find({ email: other.trim() });
    expect(accounts.map(({ id }) => id)).toEqual([caller.account.id]);
  });

  it('differs for domains that only case folding would make equal', async () => {
    const caller = await service().newCaller({ email: 'ada@straße.example' });
    const other = await service().newCaller({ email: 'ada@strasse.example' });
    const accounts = get(AccountsService);
    const found = await Promise.all(
      ['ADA@straße.example', 'ada@strasse.example'].map((email) => accounts.findByEmail(email)),
    );
    expect(found.map((each) => each?.id)).toEqual([caller.account.id, other.account.id]);
  });

  it.each(['xn--abc.example', 'a.xn--abc-', 'xn--.example', '\u0301a.example', '\ufe0f.example'])(
    'rejects %s, a domain without an ASCII form, unless it is sent back unchanged',
    async (domain) => {
      const email = `ada@${domain}`;
      const caller = await service().newCaller();
      expect(errorsOn((await service().update(caller, { email })).body, 'email')).toHaveLength(1);
      await run(
        'UPDATE accounts SET email = $2, email_key = $2 WHERE id = $1',
        caller.account.id,
        email,
      );
      const { status, body } = await service().update(caller, { email, name: 'Renamed' });
      expect([status, body.account.email, body.account.name]).toEqual([200, email, 'Renamed']);
      expect(await signIn(email)).toBe(303);
      const changed = await service().update(caller, { email: `${email}x` });
      expect([changed.status, errorsOn(changed.body, 'email').length]).toEqual([400, 1]);
    },
  );

  it('follows an email change made by a node of an earlier release', async () => {
    const [unicode, ascii] = spellings();
    const { account } = await service().newCaller({ email: unicode });
    const email = newEmail();
    await run('UPDATE accounts SET email = $2, email_key = $2 WHERE id = $1', account.id, email);
    expect([await signIn(email), await signIn(unicode)]).toEqual([303, 400]);
    expect((await getRow(account.id)).mailboxKey).toBeNull();
    await service().newCaller({ email: ascii });
    const before = await getRow(account.id);
    await fill();
    // The revision, which clients use to detect changes, stays the same.
    expect(await getRow(account.id)).toEqual({ ...before, mailboxKey: email });
  });

  it('keeps its key if only the spelling changes', async () => {
    const [unicode, ascii] = spellings();
    const caller = await service().newCaller({ email: unicode });
    expect((await service().update(caller, { email: ascii })).status).toBe(200);
    expect(await getRow(caller.account.id)).toMatchObject({ email: ascii, mailboxKey: ascii });
  });

  it('belongs to the older of two accounts, while the other one signs in with its own spelling', async () => {
    const [unicode, ascii] = spellings();
    const older = await service().newCaller();
    const younger = await service().newCaller({ email: ascii });
    // As if an earlier release had created both accounts, and the younger one was filled first.
    await run(
      'UPDATE accounts SET email = $2, email_key = lower($2) WHERE id = $1',
      older.account.id,
      unicode,
    );
    await fill();
    expect(await getRow(older.account.id)).toMatchObject({ mailboxKey: ascii });
    expect(await getRow(younger.account.id)).toMatchObject({ mailboxKey: null });
    const accounts = get(AccountsService);
    const getId = async (email: string) => {
      const result = await accounts.authenticate(email, password, {
        ...byHost,
        source: '192.0.2.1',
      });
      return result.status === 'authenticated' ? result.account.id : undefined;
    };
    expect(await getId(unicode)).toBe(older.account.id);
    expect(await getId(ascii)).toBe(younger.account.id);

    const { account } = (await service().as(younger, 'get', '/accounts/me')).body;
    const sentBack = await service().update(younger, { ...account, name: 'Renamed' });
    expect([sentBack.status, sentBack.body.account.name]).toEqual([200, 'Renamed']);
    const found = await get(OperatorService).find({ email: ascii });
    expect(found.accounts.map(({ id }) => id).sort()).toEqual(
      [older.account.id, younger.account.id].sort(),
    );

    await accounts.delete(older.account.id, byHost);
    await fill();
    expect(await getRow(younger.account.id)).toMatchObject({ mailboxKey: ascii });
  });
});
