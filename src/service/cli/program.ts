import { Command, CommanderError } from 'commander';
import { packageVersion } from '../../package-version.js';
import { addAccountCommands } from './account.commands.js';
import { addApplicationCommands } from './application.commands.js';
import { addAuditCommands } from './audit.commands.js';
import type { CliProcess } from './cli-process.js';
import { CommandRun } from './command-run.js';
import { addErasureCommands } from './erasure.commands.js';
import { addEventCommands, addMailCommands } from './event.commands.js';
import { addKeyCommands } from './key.commands.js';
import { addResourceCommands } from './resource.commands.js';
import { addServiceCommands } from './service.commands.js';
import type { TargetOptions } from './services.js';
import { addSessionCommands } from './session.commands.js';
import { addTokenCommands } from './token.commands.js';

/** Runs the command that the arguments of the process name. @returns the exit code */
export async function runProgram(process: CliProcess): Promise<number> {
  const run = new CommandRun(process);
  try {
    await createProgram(run).parseAsync(process.argv);
    return run.exitCode;
  } catch (error) {
    // Commander has printed its message. It also throws after help.
    if (error instanceof CommanderError) return error.exitCode;
    const { errorSentence } = await import('./error-sentence.js');
    run.output.printError(errorSentence(error));
    return 1;
  }
}

/** The command line. The code of a command is loaded only when the command runs, so that help responds immediately. */
export function createProgram(run: CommandRun): Command {
  const { stdout, stderr } = run.process;
  const program = new Command('nest-accounts')
    .description('Runs the account service, and manages its accounts, applications and tokens.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .option(
      '--app <file>',
      'the application module that mounts the accounts: its options replace the settings',
    )
    .option('--mount <name>', 'the mount in the application of --app')
    .option('--as <name>', 'the name of the operator in the audit trail; default: the system user')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => run.output.printText(text.replace(/\n$/, '')),
      writeErr: (text) => run.output.printError(text.replace(/\n$/, '')),
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
    })
    .hook('preAction', (command) => run.applyGlobalOptions(command.opts<TargetOptions>()));
  addAccountCommands(program, run);
  addApplicationCommands(program, run);
  addTokenCommands(program, run);
  addResourceCommands(program, run);
  addSessionCommands(program, run);
  addAuditCommands(program, run);
  addEventCommands(program, run);
  addErasureCommands(program, run);
  addKeyCommands(program, run);
  addMailCommands(program, run);
  addServiceCommands(program, run);
  return program;
}
