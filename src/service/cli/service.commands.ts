import type { Command } from 'commander';
import { addCommand, withServices, type JsonOption } from './command.js';
import { print } from './output.js';

export function addServiceCommands(program: Command): void {
  addCommand(program, 'migrate', 'Applies pending migrations to the database.', ['migrate']).action(
    async ({ json }: JsonOption) => print(await migrate(), json),
  );

  program
    .command('start')
    .description('Runs the service with the settings in the environment and in .env.')
    .addHelpText('after', '\nExamples:\n  nest-accounts start')
    .action(async () => {
      await import('../main.js');
    });
}

async function migrate(): Promise<object> {
  const { openDatabase } = await import('../start/database.js');
  const { loadSettings } = await import('../settings/settings.js');
  const database = await openDatabase(loadSettings());
  await database.close();
  const { applied } = database;
  if (applied.length > 0) {
    await withServices(({ audit, requester }) =>
      audit.record({ event: 'schema.migrate', accountId: null, members: applied, requester }),
    );
  }
  return { applied };
}
