import { accountMembers } from '../../src/accounts/account.members.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { auditEvents, type AuditEventName } from '../../src/audit/audit-event.js';
import { ChangesService } from '../../src/changes/changes.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import type { Account } from '../../src/database/records.js';
import { byHost } from '../../src/request/requester.js';
import { startInterceptedHost, type InterceptedHost } from '../support/hosts/intercepted-host.js';
import { password } from '../support/hosts/service.js';
import { until } from '../support/until.js';

/** A mail that requires no data except the account. */
const notice = 'passkey-removed';
const subject = 'A passkey has been removed from your Accounts account';

describe('A mail declared by an audit event', () => {
  let host: InterceptedHost;
  let accounts: AccountsService;
  let account: Account;
  beforeAll(async () => {
    host = await startInterceptedHost([consoleFeature, mailFeature], (send, all) => send(...all));
    accounts = host.get(AccountsService);
  });
  beforeEach(async () => {
    account = await host.newAccount();
    await host.client.query(
      `INSERT INTO verified_emails (account_id, email, email_key, verified_at)
       SELECT id, email, email_key, now() FROM accounts WHERE id = $1`,
      [account.id],
    );
  });
  afterAll(() => host.close());

  function declare(...names: (keyof typeof auditEvents)[]): void {
    for (const name of names) {
      const before = auditEvents[name];
      Reflect.set(auditEvents, name, { ...before, notice });
      restores.push(() => Reflect.set(auditEvents, name, before));
    }
  }
  const restores: (() => unknown)[] = [];
  afterEach(() => restores.splice(0).forEach((restore) => restore()));

  async function getMails(change: () => Promise<unknown>): Promise<string[]> {
    host.mailboxes.mails.length = 0;
    await change();
    await until(async () => {
      const { rowCount } = await host.client.query('SELECT FROM event_deliveries');
      return rowCount === 0;
    });
    return host.mailboxes.to(account.email).map((mail) => mail.subject);
  }

  it('is sent for a change that would fit into one statement', async () => {
    declare('account.update', 'permissions.change');
    const { id } = account;
    const mails = [
      await getMails(() => accounts.update(id, { name: 'Grace' }, byHost)),
      await getMails(() =>
        accounts.setPreferences(id, { grouped_email_notification: true }, byHost),
      ),
      await getMails(() => accounts.setPermissions(id, { create_alert: false }, byHost)),
    ];
    expect(mails).toEqual([[subject], [subject], [subject]]);
  });

  it('is not sent if the values stay the same', async () => {
    declare('account.update', 'permissions.change');
    const { id, name, email } = account;
    const change = () => accounts.setPermissions(id, { create_alert: false }, byHost);
    await getMails(change);
    const input = { name, email, old_password: password, new_password: 'another long horse 8' };
    expect(await getMails(change)).toEqual([]);
    expect(await getMails(() => accounts.update(id, input, { ...byHost, by: 'owner' }))).toEqual([
      'Your password for Accounts has been changed',
    ]);
  });

  it.each(['with a mail', 'without a mail'])(
    'depends only on changes of its member, for a separate event %s',
    async (kind) => {
      const isMailed = kind === 'with a mail';
      Reflect.set(accountMembers.phone, 'event', 'permissions.change');
      restores.push(() => Reflect.deleteProperty(accountMembers.phone, 'event'));
      if (isMailed) declare('permissions.change');
      const { id } = account;
      const changes = [
        { name: 'Grace', phone: '1' },
        { name: 'Ada', phone: '1' },
        { phone: '1' },
        { phone: '2' },
        { phone: '2', old_password: password, new_password: 'another long horse 8' },
      ];
      const mails: string[][] = [];
      for (const input of changes) {
        mails.push(await getMails(() => accounts.update(id, input, byHost)));
      }
      const expected = (isChanged: boolean) => (isMailed && isChanged ? [subject] : []);
      const changed = 'Your password for Accounts has been changed';
      expect(mails).toEqual([
        expected(true),
        expected(false),
        expected(false),
        expected(true),
        [changed],
      ]);
      const { rows } = await host.client.query<{ event: string; count: number }>(
        `SELECT event, sum(count)::int AS count FROM audit_events
         WHERE account_id = $1 AND event <> 'mail.sent' GROUP BY event ORDER BY event`,
        [id],
      );
      expect(rows).toEqual([
        { event: 'account.update', count: 2 },
        { event: 'password.change', count: 1 },
        { event: 'permissions.change', count: 2 },
      ]);
    },
  );

  it.each<AuditEventName>(['account.delete', 'application.update', 'grant.revoke'])(
    'cannot be skipped by a single statement: %s',
    async (event) => {
      const record = { event, accountId: account.id, proof: byHost };
      const statement = host.get(ChangesService).statement(record, 'SELECT 1', []);
      await expect(statement).rejects.toThrow(TypeError);
    },
  );
});
