import type { Command } from 'commander';
import { addCommand, type JsonOption } from './command.js';
import type { CommandRun } from './command-run.js';

interface AccountOption extends JsonOption {
  account: string;
}

export function addSessionCommands(program: Command, run: CommandRun): void {
  const session = program.command('session').description('The sessions of users in the console.');

  addCommand(
    session,
    'list',
    'Lists the browsers that are signed in to an account, most recently used first.',
    ['session list --account ada@example.com'],
  )
    .requiredOption('--account <email or id>', 'the account')
    .action(async ({ account, json }: AccountOption) => {
      const result = await run.withAccount(account, ({ operator, requester }, id) =>
        operator.sessions(id, requester),
      );
      const columns = ['last_seen_at', 'expires_at', 'source', 'user_agent'] as const;
      run.output.printList(result, 'sessions', columns, json);
    });

  addCommand(
    session,
    'end',
    'Ends every session of an account. The access tokens of applications stay valid.',
    ['session end --account ada@example.com'],
  )
    .requiredOption('--account <email or id>', 'the account')
    .action(async ({ account, json }: AccountOption) => {
      const ended = await run.withAccount(account, ({ operator, requester }, id) =>
        operator.endSessions(id, requester),
      );
      run.output.print({ ended }, json);
    });
}
