import type { CliProcess } from './cli-process.js';
import type { Application } from '../../database/records.js';
import { Input } from './input.js';
import { Output } from './output.js';
import type { Services, Target, TargetOptions } from './services.js';

/**
 * One run of the command line. The code of the services is loaded only when a command uses them, so that help responds
 * immediately.
 */
export class CommandRun {
  readonly input: Input;
  readonly output: Output;
  /** The exit code, unless the command fails. */
  exitCode = 0;
  private target: Target | undefined;

  constructor(readonly process: CliProcess) {
    this.input = new Input(process);
    this.output = new Output(process);
  }

  /** Applies the global options. @throws Error for one that cannot be used */
  async applyGlobalOptions(options: TargetOptions): Promise<void> {
    if (Object.keys(options).length === 0) return;
    this.target = await (await import('./services.js')).findTarget(options);
  }

  /** Runs a command with the services of the accounts. A service may run on the same database at the same time. */
  async withServices<T>(command: (services: Services) => Promise<T>): Promise<T> {
    const { withServices } = await import('./services.js');
    const { printError } = this.output;
    return withServices({ env: this.process.env, target: this.target, printError }, command);
  }

  /** Runs a command about an account. @param named its email or id */
  withAccount<T>(
    named: string,
    command: (services: Services, id: string) => Promise<T>,
  ): Promise<T> {
    return this.withServices(async (services) => {
      const { id } = await services.findAccount(named, 'account');
      return command(services, id);
    });
  }

  /** Runs a command that lists something of an application, which the audit trail records. */
  withApplication<T>(
    id: string,
    listed: 'secrets' | 'tokens',
    command: (services: Services, application: Application) => Promise<T>,
  ): Promise<T> {
    return this.withServices(async (services) => {
      const { applications, audit, requester } = services;
      const application = await applications.getAny(id);
      const about = { accountId: application.ownerId, applicationId: id, members: [listed] };
      await audit.record({ event: 'application.find', ...about, requester });
      return command(services, application);
    });
  }
}
