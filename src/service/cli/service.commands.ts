import type { Command } from 'commander';
import { addCommand, type JsonOption } from './command.js';
import type { CommandRun } from './command-run.js';

export function addServiceCommands(program: Command, run: CommandRun): void {
  addCommand(program, 'migrate', 'Applies pending migrations to the database.', ['migrate']).action(
    async ({ json }: JsonOption) => run.output.print(await migrate(run), json),
  );

  program
    .command('start')
    .description('Runs the service with the settings in the environment and in .env.')
    .addHelpText('after', '\nExamples:\n  nest-accounts start')
    .action(async () => {
      await import('../main.js');
    });
}

async function migrate(run: CommandRun): Promise<object> {
  const { openDatabase } = await import('../start/database.js');
  const { loadSettings } = await import('../settings/settings.js');
  const database = await openDatabase(loadSettings(run.process.env));
  await database.close();
  const { applied } = database;
  if (applied.length > 0) {
    await run.withServices(({ audit, requester }) =>
      audit.record({ event: 'schema.migrate', accountId: null, members: applied, requester }),
    );
  }
  return { applied };
}
