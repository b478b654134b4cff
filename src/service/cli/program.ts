import { Command } from 'commander';
import { packageVersion } from '../../package-version.js';
import { addAccountCommands } from './account.commands.js';
import { addApplicationCommands } from './application.commands.js';
import { addAuditCommands } from './audit.commands.js';
import { addErasureCommands } from './erasure.commands.js';
import { addEventCommands, addMailCommands } from './event.commands.js';
import { addKeyCommands } from './key.commands.js';
import { addResourceCommands } from './resource.commands.js';
import { addServiceCommands } from './service.commands.js';
import { addSessionCommands } from './session.commands.js';
import { addTokenCommands } from './token.commands.js';

export async function runProgram(): Promise<void> {
  try {
    await createProgram().parseAsync();
  } catch (error) {
    const { errorSentence } = await import('./error-sentence.js');
    console.error(errorSentence(error));
    process.exitCode = 1;
  }
}

/** The command line. The code of a command is loaded only when the command runs, so that help responds immediately. */
export function createProgram(): Command {
  const program = new Command('nest-accounts')
    .description('Runs the account service, and manages its accounts, applications and tokens.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .option(
      '--app <file>',
      'the application module that mounts the accounts: its options replace the settings',
    )
    .option('--mount <name>', 'the mount in the application of --app')
    .option('--as <name>', 'the name of the operator in the audit trail; default: the system user')
    .hook('preAction', async (command) => {
      const { app, mount, as } = command.opts<{ app?: string; mount?: string; as?: string }>();
      if (mount !== undefined) (await import('./services.js')).useMount(mount);
      if (as !== undefined) (await import('./services.js')).actAs(as);
      if (app !== undefined) await (await import('./services.js')).useApp(app);
    });
  addAccountCommands(program);
  addApplicationCommands(program);
  addTokenCommands(program);
  addResourceCommands(program);
  addSessionCommands(program);
  addAuditCommands(program);
  addEventCommands(program);
  addErasureCommands(program);
  addKeyCommands(program);
  addMailCommands(program);
  addServiceCommands(program);
  return program;
}
