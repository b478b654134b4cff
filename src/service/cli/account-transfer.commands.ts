import type { Command } from 'commander';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { addCommand, type JsonOption } from './command.js';
import type { CommandRun } from './command-run.js';

interface ImportOptions extends JsonOption {
  dryRun?: boolean;
  events?: boolean;
  results?: string;
}

interface ExportOptions extends JsonOption {
  account?: string;
  all?: boolean;
  withPasswordHashes?: boolean;
}

/** Adds the commands that move accounts between systems. */
export function addTransferCommands(account: Command, run: CommandRun): void {
  addImportCommand(account, run);
  addExportCommand(account, run);
}

function addImportCommand(account: Command, run: CommandRun): void {
  addCommand(
    account,
    'import',
    'Imports accounts from another system, one JSON object per line. Can be repeated.',
    [
      'account import users.ndjson --dry-run',
      'account import users.ndjson --results ids.ndjson',
      'account import --json < users.ndjson',
    ],
  )
    .argument('[file]', 'the file with the accounts; default: standard input')
    .option('--dry-run', 'check the lines, and create nothing')
    .option('--events', 'send account.created and email.verified to subscribers')
    .option('--results <file>', 'write the result of each line to this file, with the account ids')
    .action(async (file: string | undefined, { json, results, ...options }: ImportOptions) => {
      const { importAccounts } = await import('./imports.js');
      const input = file === undefined ? run.process.stdin : (await open(file)).createReadStream();
      const { rejections, ...summary } = await run.withServices((services) =>
        importAccounts(services, input, { ...options, results }),
      );
      if (!json) run.output.printLines(rejections);
      run.output.print(json ? { ...summary, rejections } : summary, json);
      if (summary.rejected > 0) run.exitCode = 1;
    });
}

function addExportCommand(account: Command, run: CommandRun): void {
  addCommand(
    account,
    'export',
    'Prints everything that is stored about an account, as JSON, without secrets; or all accounts, as import lines.',
    [
      'account export --account ada@example.com',
      'account export --all',
      'account export --all --with-password-hashes',
    ],
  )
    .option('--account <email or id>', 'the account')
    .option('--all', 'all accounts, one JSON object per line, as account import accepts them')
    .option('--with-password-hashes', 'include the password hashes; requires --all')
    .action(async ({ account: named, all, withPasswordHashes }: ExportOptions) => {
      if ((named === undefined) !== (all === true))
        throw new Error('Name an account with --account, or add --all.');
      if (withPasswordHashes && !all) throw new Error('--with-password-hashes requires --all.');
      if (named === undefined) {
        const { exportAccounts } = await import('./imports.js');
        await run.withServices((services) =>
          exportAccounts(services, { withPasswordHashes }, run.process.stdout),
        );
        return;
      }
      await run.withAccount(named, async ({ exports, requester }, id) =>
        pipeline(await exports.export(id, requester), run.process.stdout, { end: false }),
      );
      run.output.printText('');
    });
}
