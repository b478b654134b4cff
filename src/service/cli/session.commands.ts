import type { Command } from 'commander';
import { addCommand, type JsonOption } from './command.js';
import type { SignOutProgress } from '../../operator/sign-outs.service.js';
import type { CommandRun } from './command-run.js';

interface AccountOption extends JsonOption {
  account: string;
}

interface EndAllOptions extends JsonOption {
  reason: string;
  keepAuthorizations?: boolean;
  keepApplicationTokens?: boolean;
  dryRun?: boolean;
  after?: string;
  yes?: boolean;
}

/** The number of accounts after which a command says how to continue it. */
const reportedEvery = 10_000;

export function addSessionCommands(program: Command, run: CommandRun): void {
  const session = program.command('session').description('The sessions of users in the console.');

  addCommand(
    session,
    'list',
    'Lists the browsers that are signed in to an account, most recently used first.',
    ['session list --account ada@example.com'],
  )
    .requiredOption('--account <email or id>', 'the account')
    .action(async ({ account, json }: AccountOption) => {
      const result = await run.withAccount(account, ({ operator, requester }, id) =>
        operator.sessions(id, requester),
      );
      const columns = ['last_seen_at', 'expires_at', 'source', 'user_agent'] as const;
      run.output.printList(result, 'sessions', columns, json);
    });

  addCommand(
    session,
    'end',
    'Ends every session of an account. The access tokens of applications stay valid.',
    ['session end --account ada@example.com'],
  )
    .requiredOption('--account <email or id>', 'the account')
    .action(async ({ account, json }: AccountOption) => {
      const ended = await run.withAccount(account, ({ operator, requester }, id) =>
        operator.endSessions(id, requester),
      );
      run.output.print({ ended }, json);
    });

  addEndAllCommand(session, run);
}

function addEndAllCommand(session: Command, run: CommandRun): void {
  addCommand(
    session,
    'end-all',
    'Ends the sessions of all users, the access that they gave to applications, and the applications’ own and named tokens. Can be repeated.',
    [
      'session end-all --reason "stolen backup" --dry-run',
      'session end-all --reason "stolen backup"',
      'session end-all --reason "stolen cookies" --keep-authorizations --keep-application-tokens',
    ],
  )
    .requiredOption('--reason <text>', 'a note for the audit trail')
    .option('--keep-authorizations', 'applications keep the access that users gave them')
    .option('--keep-application-tokens', 'own and named tokens, and client credentials, stay valid')
    .option('--dry-run', 'count the sessions and tokens, and end nothing')
    .option(
      '--after <account>',
      'continue an interrupted command after the account that it printed',
    )
    .option('--yes', 'skip the confirmation on a terminal')
    .action(async ({ json, reason, yes, ...options }: EndAllOptions) => {
      if (!options.dryRun) await run.input.confirm('Sign all users out?', yes);
      let reported = 0;
      let last: string | undefined;
      const report = ({ accounts, after }: SignOutProgress) => {
        last = after;
        if (accounts - reported < reportedEvery) return;
        reported = accounts;
        run.output.printError(`${accounts} accounts so far. Continue with --after ${after}`);
      };
      try {
        const { failed, ...counts } = await run.withServices(({ signOuts, requester }) =>
          signOuts.signOutAll({ reason }, requester, { ...options, report }),
        );
        const { errorSentence } = await import('./error-sentence.js');
        const failures = failed.map(
          ({ account_id, error }) => `${account_id}: ${errorSentence(error)}`,
        );
        if (!json) run.output.printLines(failures);
        run.output.print(json ? { ...counts, failures } : counts, json);
        if (failures.length > 0) run.exitCode = 1;
      } catch (error) {
        if (last !== undefined) run.output.printError(`Continue with --after ${last}`);
        throw error;
      }
    });
}
