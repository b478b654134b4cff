import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountsClient, type AccountsClientError } from '../../src/messaging/client/index.js';
import { startNodes, transports, type MessageNodes } from '../support/clients/messages.js';
import type { Caller } from '../support/hosts/service.js';
import { until } from '../support/until.js';

const [[, transport] = []] = transports;

describe('messages about mails', () => {
  let cluster: MessageNodes;
  let folder: string;
  let caller: Caller;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mails-'));
    const mail = { url: undefined, from: 'Accounts <a@example.com>' };
    cluster = await startNodes(transport!, 1, { mail, dataDir: folder });
    caller = await cluster.nodes[0]!.newCaller();
  });
  afterAll(async () => {
    await cluster.close();
    await rm(folder, { recursive: true });
  });

  const client = () => new AccountsClient(cluster.proxies[0]!);
  const as = () => ({ accessToken: caller.token });
  const mails = async (): Promise<string[]> => {
    const names = await readdir(join(folder, 'mail')).catch(() => []);
    return Promise.all(names.map((name) => readFile(join(folder, 'mail', name), 'utf8')));
  };

  it('report the account status and request verification and reset mails', async () => {
    expect((await client().status(as())).status).toEqual({
      email_verified_at: null,
      suspended_at: null,
      second_factor: false,
    });
    expect(await client().requestEmailVerification(as())).toBeUndefined();
    await until(async () => (await mails()).length === 1);
    expect(await client().requestPasswordReset(caller.account.email, as())).toBeUndefined();
    await until(async () => (await mails()).length === 2);
    const sent = await mails();
    for (const mail of sent) expect(mail).toContain(`To: ${caller.account.email}`);
    // The reset of an address that was never verified is a first proof.
    const pages = sent.map((mail) => /\/console\/([\w-]+)\?token=/.exec(mail)![1]);
    expect(pages.sort()).toEqual(['reset-password', 'verify-email']);
    const refused = await client()
      .requestPasswordReset('none', as())
      .catch((error: AccountsClientError) => error);
    expect(refused).toMatchObject({ status: 400 });
  });

  it('that request mails are refused with 404 if mails are disabled', async () => {
    const without = await startNodes(transport!, 1);
    const { token } = await without.nodes[0]!.newCaller();
    const ask = (pattern: string, body?: object) =>
      without.ask(pattern, { access_token: token, body });
    for (const pattern of ['accounts.verify', 'accounts.reset']) {
      const { status, body } = await ask(pattern, { email: 'a@example.com' });
      expect([pattern, status, body.error]).toEqual([pattern, 404, 'not_found']);
    }
    expect((await ask('accounts.status')).status).toBe(200);
    await without.close();
  });
});
