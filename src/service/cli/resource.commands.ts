import type { Command } from 'commander';
import { addCommand, collect, type JsonOption } from './command.js';
import type { CommandRun } from './command-run.js';

interface CreateOptions extends JsonOption {
  name: string;
  scope: string[];
  client: string[];
}

export function addResourceCommands(program: Command, run: CommandRun): void {
  const resource = program
    .command('resource')
    .description('APIs of other teams, which accept access tokens for their own scopes.');

  addCommand(
    resource,
    'create',
    'Declares an API, so that applications can request tokens for it. To change one, delete it and create it again.',
    [
      'resource create https://invoices.example.com/ --name Invoices --scope "invoices:read=View your invoices" --client 7hT2mQx9LbW4KcV8NpR3ZsYd',
    ],
  )
    .argument('<identifier>', 'its URI, which applications request as resource')
    .requiredOption('--name <name>', 'the name that users see')
    .requiredOption(
      '--scope <scope=description>',
      'a scope and the description that users read; repeatable',
      collect,
    )
    .option(
      '--client <application>',
      'the id of an application that may introspect its tokens; repeatable',
      collect,
      [],
    )
    .action(async (identifier: string, { json, name, scope, client }: CreateOptions) => {
      const scopes = Object.fromEntries(scope.map(readScope));
      const created = await run.withServices(({ resources, requester }) =>
        resources.create({ identifier, name, scopes, clients: client }, requester),
      );
      if (!created) throw new Error(`There is already a resource ${identifier}.`);
      run.output.print({ created: identifier }, json);
    });

  addCommand(resource, 'list', 'Lists the APIs and their scopes.', [
    'resource list',
    'resource list --json',
  ]).action(async ({ json }: JsonOption) => {
    const all = await run.withServices(({ resources }) => resources.list());
    const resources = all.map((each) => ({ clients: [], ...each }));
    const columns = ['identifier', 'name', 'clients', 'scopes'] as const;
    run.output.printList({ resources }, 'resources', columns, json);
  });

  addCommand(
    resource,
    'delete',
    'Deletes an API and ends its tokens. If it is created again, those that have not expired are valid again.',
    ['resource delete https://invoices.example.com/'],
  )
    .argument('<identifier>', 'its URI, as resource list shows it')
    .action(async (identifier: string, { json }: JsonOption) => {
      const deleted = await run.withServices(({ resources, requester }) =>
        resources.delete(identifier, requester),
      );
      if (!deleted) throw new Error(`No command has created a resource ${identifier}.`);
      run.output.print({ deleted: identifier }, json);
    });
}

/** Splits at the first equals sign. */
function readScope(text: string): [scope: string, description: string] {
  const end = text.indexOf('=');
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}
