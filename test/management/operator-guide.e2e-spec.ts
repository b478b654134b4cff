import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { ManagementServer } from '../../src/service/management/management.server.js';
import { startService } from '../support/hosts/service.js';
import { freePort } from '../support/processes/service-process.js';

const read = (path: string) =>
  readFileSync(new URL(path, import.meta.resolve('#package.json')), 'utf8');
const guide = /^## Operators over HTTP\n([^]*?)^## /m.exec(read('docs/operation.md'))![1]!;

describe('Operators over HTTP in docs/operation.md', () => {
  it('has commands that find, suspend and restore an account', async () => {
    const [, commands] = /```sh\n([^]*?)```/.exec(guide)!;
    const token = 'a-token-of-the-management-of-32-characters';
    const tokens = [{ token, opens: 'everything', operator: 'grace' }] as const;
    const management = { host: '127.0.0.1', port: await freePort(), tokens };
    const service = await startService({ management });
    try {
      await service.app.get(ManagementServer).listen();
      const { account } = await service.newCaller({ email: 'ada@example.com' });
      await promisify(execFile)(
        'bash',
        ['-euo', 'pipefail', '-c', commands!.replaceAll('9464', String(management.port))],
        { env: { PATH: process.env.PATH, OPERATOR_TOKEN: token } },
      );
      const trail = service.app.get(AuditTrail, { strict: false });
      expect(await trail.list({ accountId: account.id, limit: 2 })).toMatchObject([
        { event: 'account.restore', operator: 'grace', reason: null },
        { event: 'account.suspend', operator: 'grace', reason: 'sends spam' },
      ]);
    } finally {
      await service.close();
    }
  });

  it('has a row for each operation of operator-openapi.json', () => {
    const rows = [...guide.matchAll(/^\| `(\w+ \/operator\S*)` \|/gm)].map(([, call]) => call!);
    const { paths } = JSON.parse(read('operator-openapi.json')) as { paths: object };
    const calls = Object.entries(paths)
      .filter(([path]) => path.startsWith('/operator/'))
      .flatMap(([path, item]) =>
        Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
      );
    expect(rows.sort()).toEqual(calls.sort());
  });
});
