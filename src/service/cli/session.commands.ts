import type { Command } from 'commander';
import { addCommand, addNoun, type JsonOption } from './command.js';
import { print } from './output.js';
import { withServices } from './with-services.js';

export function addSessionCommands(program: Command): void {
  const session = addNoun(program, 'session', 'The sessions of users in the console.');

  addCommand(
    session,
    'end',
    'Ends every session of an account; the access tokens of applications stay.',
    ['session end --account ada@example.com'],
  )
    .requiredOption('--account <email>', 'the account')
    .action(async ({ account, json }: JsonOption & { account: string }) => {
      print(await endAll(account), json);
    });
}

function endAll(email: string): Promise<object> {
  return withServices(async ({ accountOf, sessions, requester }) => {
    const { id } = await accountOf(email, 'account');
    return { ended: await sessions.endAll(id, requester) };
  });
}
