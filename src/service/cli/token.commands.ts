import type { Command } from 'commander';
import { addCommand, type JsonOption } from './command.js';
import type { CommandRun } from './command-run.js';

interface NewTokenOptions extends JsonOption {
  name: string;
  scope?: string;
  fullAccess?: boolean;
  expiresInDays: string;
}

interface RevokeOptions extends JsonOption {
  application?: string;
  id?: string;
}

export function addTokenCommands(program: Command, run: CommandRun): void {
  const token = program.command('token').description('Access tokens.');

  addCommand(token, 'create', 'Creates a named token of an application, and shows it once.', [
    'token create 7hT2mQx9LbW4KcV8NpR3ZsYd --name Report --scope account:read --expires-in-days 90',
    'token create 7hT2mQx9LbW4KcV8NpR3ZsYd --name Backup --full-access --expires-in-days none',
  ])
    .argument('<application>', 'its id, as application list shows it')
    .requiredOption('--name <name>', 'a name that tells the tokens of the application apart')
    .option('--scope <scope>', 'account:read, account:write, or both, separated by a space')
    .option('--full-access', 'may do everything that the application’s own token may')
    .requiredOption('--expires-in-days <days>', 'from 7 to 366, or none')
    .action(async (id: string, { json, ...input }: NewTokenOptions) =>
      run.output.print(await createToken(run, id, input), json),
    );

  addCommand(token, 'list', 'Lists the named tokens of an application, the oldest first.', [
    'token list 7hT2mQx9LbW4KcV8NpR3ZsYd',
    'token list 7hT2mQx9LbW4KcV8NpR3ZsYd --json',
  ])
    .argument('<application>', 'its id, as application list shows it')
    .action(async (id: string, { json }: JsonOption) => {
      const tokens = await run.withApplication(id, 'tokens', ({ namedTokens }, { ownerId }) =>
        namedTokens.list(ownerId, id),
      );
      const { presentNamedToken } = await import('../../applications/application.presenter.js');
      const columns = ['id', 'scope', 'full_access', 'expires_at', 'last_used_on', 'name'] as const;
      run.output.printList({ tokens: tokens.map(presentNamedToken) }, 'tokens', columns, json);
    });

  addCommand(
    token,
    'show',
    'Shows the account and the application of an access token or a refresh token, which is read from standard input.',
    ['token show', 'token show --json < token.txt'],
  ).action(async ({ json }: JsonOption) => {
    const input = { token: await run.input.readSecret('Token: ') };
    const shown = await run.withServices(({ operatorTokens, requester }) =>
      operatorTokens.show(input, requester),
    );
    run.output.print(shown, json);
  });

  addCommand(token, 'revoke', 'Revokes an access token or a refresh token.', [
    'token revoke',
    'token revoke < token.txt',
    'token revoke --application 7hT2mQx9LbW4KcV8NpR3ZsYd --id 6rTq1NvX8mZbC4KpD7wGhS2L',
  ])
    .argument(
      '[token]',
      'the token; default: the first line of standard input, or asked on the terminal, so that no process list shows it',
    )
    .option('--application <application>', 'with --id: revokes a named token of this application')
    .option('--id <id>', 'the id of the named token, as token list shows it')
    .action(async (given: string | undefined, { json, application, id }: RevokeOptions) => {
      if (application !== undefined || id !== undefined) {
        if (application === undefined || id === undefined || given !== undefined) {
          throw new Error('Name a token either by --application and --id, or by its text.');
        }
        await run.withServices(async ({ applications, namedTokens, requester }) => {
          const { ownerId } = await applications.getAny(application);
          await namedTokens.revoke(ownerId, application, id, requester);
        });
        run.output.print({ revoked: true }, json);
        return;
      }
      const input = { token: given ?? (await run.input.readSecret('Token: ')) };
      await run.withServices(({ operatorTokens, requester }) =>
        operatorTokens.revoke(input, requester),
      );
      run.output.print({ revoked: true }, json);
    });
}

function createToken(run: CommandRun, id: string, input: NewTokenOptions): Promise<object> {
  return run.withServices(async ({ applications, namedTokens, requester }) => {
    const { ownerId } = await applications.getAny(id);
    const { name, scope, fullAccess: full_access, expiresInDays: days } = input;
    const expires_in_days = days === 'none' ? null : Number(days);
    const body = { name, scope, full_access, expires_in_days };
    const created = await namedTokens.create(ownerId, id, body, requester);
    const { presentNamedToken } = await import('../../applications/application.presenter.js');
    return { ...presentNamedToken(created), access_token: created.accessToken };
  });
}
