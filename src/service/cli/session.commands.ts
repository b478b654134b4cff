import type { Command } from 'commander';
import { addCommand, withAccount, type JsonOption } from './command.js';
import { print, printList } from './output.js';

interface AccountOption extends JsonOption {
  account: string;
}

export function addSessionCommands(program: Command): void {
  const session = program.command('session').description('The sessions of users in the console.');

  addCommand(
    session,
    'list',
    'Lists the browsers that are signed in to an account, most recently used first.',
    ['session list --account ada@example.com'],
  )
    .requiredOption('--account <email or id>', 'the account')
    .action(async ({ account, json }: AccountOption) => {
      const result = await withAccount(account, ({ operator, requester }, id) =>
        operator.sessions(id, requester),
      );
      const columns = ['last_seen_at', 'expires_at', 'source', 'user_agent'] as const;
      printList(result, 'sessions', columns, json);
    });

  addCommand(
    session,
    'end',
    'Ends every session of an account. The access tokens of applications stay valid.',
    ['session end --account ada@example.com'],
  )
    .requiredOption('--account <email or id>', 'the account')
    .action(async ({ account, json }: AccountOption) => {
      const ended = await withAccount(account, ({ operator, requester }, id) =>
        operator.endSessions(id, requester),
      );
      print({ ended }, json);
    });
}
