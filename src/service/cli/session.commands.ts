import type { Command } from 'commander';
import { addCommand, addNoun, type JsonOption } from './command.js';
import { print, printList } from './output.js';
import { withServices } from './with-services.js';

export function addSessionCommands(program: Command): void {
  const session = addNoun(program, 'session', 'The sessions of users in the console.');

  addCommand(
    session,
    'list',
    'Lists the browsers that are signed in to an account, the last used one first.',
    ['session list --account ada@example.com'],
  )
    .requiredOption('--account <email or id>', 'the account')
    .action(async ({ account, json }: JsonOption & { account: string }) => {
      const result = await withServices(async ({ findAccount, operator, requester }) =>
        operator.sessions((await findAccount(account, 'account')).id, requester),
      );
      const columns = ['last_seen_at', 'expires_at', 'source', 'user_agent'] as const;
      printList(result, 'sessions', columns, json);
    });

  addCommand(
    session,
    'end',
    'Ends every session of an account; the access tokens of applications stay.',
    ['session end --account ada@example.com'],
  )
    .requiredOption('--account <email or id>', 'the account')
    .action(async ({ account, json }: JsonOption & { account: string }) => {
      print(await endAll(account), json);
    });
}

function endAll(account: string): Promise<object> {
  return withServices(async ({ findAccount, operator, requester }) => {
    const { id } = await findAccount(account, 'account');
    return { ended: await operator.endSessions(id, requester) };
  });
}
