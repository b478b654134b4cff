import type { Command } from 'commander';
import { addCommand, addNoun, type JsonOption } from './command.js';
import { readSecret } from './input.js';
import { print } from './output.js';
import { withServices } from './with-services.js';

export function addTokenCommands(program: Command): void {
  const token = addNoun(program, 'token', 'Access tokens.');

  addCommand(token, 'revoke', 'Ends an access token at once.', [
    'token revoke',
    'token revoke < token.txt',
  ])
    .argument(
      '[token]',
      'default: typed on the terminal, or the first line of standard input, which no process list shows',
    )
    .action(async (given: string | undefined, { json }: JsonOption) => {
      const revoked = given ?? (await readSecret('Access token: '));
      print(await revoke(revoked), json);
    });
}

function revoke(token: string): Promise<object> {
  return withServices(async ({ applications, requester }) => {
    if (await applications.revokeAnyToken(token, requester)) return { revoked: true };
    throw new (await import('../../errors/error-registry.js')).InvalidTokenError();
  });
}
