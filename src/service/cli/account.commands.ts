import type { Command } from 'commander';
import { pipeline } from 'node:stream/promises';
import { isIdentifier } from '../../database/identifier.js';
import { AccountNotFoundError } from '../../errors/error-registry.js';
import { addCommand, addNoun, type JsonOption } from './command.js';
import { readNewPassword } from './input.js';
import { withServices } from './with-services.js';

interface CreateOptions extends JsonOption {
  name: string;
  email: string;
  language: string;
}

export function addAccountCommands(program: Command): void {
  const account = addNoun(program, 'account', 'Accounts.');

  addCommand(
    account,
    'create',
    'Creates an account; the password is read from the terminal, or from standard input.',
    [
      'account create --name Ada --email ada@example.com --language en',
      'account create --name Ada --email ada@example.com --language en --json < password.txt',
    ],
  )
    .requiredOption('--name <name>', 'the name of its user')
    .requiredOption('--email <email>', 'the email, which no other account has')
    .requiredOption('--language <code>', 'one of the alert languages of the application data')
    .action(async ({ json, language: language_code, ...members }: CreateOptions) => {
      const password = await readNewPassword();
      const created = await withServices(async ({ accounts, presenter, requester }) =>
        presenter.present(
          await accounts.create({ ...members, password, language_code }, requester),
        ),
      );
      console.log(JSON.stringify(created, null, json ? undefined : 2));
    });

  addCommand(
    account,
    'export',
    'Prints everything that is kept about an account, as JSON, without secrets.',
    ['account export --account ada@example.com > account.json'],
  )
    .requiredOption('--account <email or id>', 'the account')
    .action(async ({ account }: JsonOption & { account: string }) => {
      await withServices(async ({ accounts, exports, requester }) => {
        const found = isIdentifier(account)
          ? await accounts.get(account)
          : await accounts.findByEmail(account);
        if (!found) throw new AccountNotFoundError();
        const json = await exports.export(found.id, requester);
        await pipeline(json, process.stdout, { end: false });
      });
      console.log();
    });
}
