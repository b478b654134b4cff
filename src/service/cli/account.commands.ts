import { Option, type Command } from 'commander';
import { permissions, type Permission } from '../../accounts/account-settings.js';
import type { UpdatePermissionsDto } from '../../accounts/dto/account-settings.dto.js';
import { addTransferCommands } from './account-transfer.commands.js';
import { addCommand, parseLimit, type JsonOption, type PageOptions } from './command.js';
import type { CommandRun } from './command-run.js';
import type { Services } from './services.js';

interface CreateOptions extends JsonOption {
  name: string;
  email: string;
  language: string;
}

interface ListOptions extends PageOptions {
  id?: string;
  email?: string;
  emailPrefix?: string;
  namePrefix?: string;
  client?: string;
  application?: string;
  createdFrom?: string;
  createdTo?: string;
  lastSignInBefore?: string;
  neverVerified?: boolean;
}

interface PermissionsOptions extends JsonOption {
  allow?: Permission[];
  deny?: Permission[];
}

const accountArgument = ['<account>', 'its email or id'] as const;

export function addAccountCommands(program: Command, run: CommandRun): void {
  const account = program.command('account').description('Accounts.');
  addCreateAndListCommands(account, run);
  addStatusCommands(account, run);
  addRecoveryCommands(account, run);
  addTransferCommands(account, run);
  addDeleteCommand(account, run);
}

function addCreateAndListCommands(account: Command, run: CommandRun): void {
  addCommand(
    account,
    'create',
    'Creates an account; the password is read from the terminal, or from standard input.',
    [
      'account create --name Ada --email ada@example.com --language en',
      'account create --name Ada --email ada@example.com --language en --json < password.txt',
    ],
  )
    .requiredOption('--name <name>', 'the name of the user')
    .requiredOption('--email <email>', 'the email, unique among accounts')
    .requiredOption('--language <code>', 'one of the alert languages of the application data')
    .action(async ({ json, language: language_code, ...members }: CreateOptions) => {
      const password = await run.input.readNewPassword();
      const created = await run.withServices(async ({ accounts, presenter, requester }) =>
        presenter.present(
          await accounts.create({ ...members, password, language_code }, requester),
        ),
      );
      run.output.printText(JSON.stringify(created, null, json ? undefined : 2));
    });

  addCommand(account, 'list', 'Lists accounts that match all conditions, newest first.', [
    'account list --email-prefix ada',
    'account list --client "Reading app" --limit 20',
    'account list --created-from 2026-01-01 --created-to 2026-02-01 --json',
    'account list --last-sign-in-before 2025-01-01 --never-verified',
  ])
    .option('--id <id>', 'with this id')
    .option('--email <email>', 'with this email, in any letter case')
    .option('--email-prefix <text>', 'whose email begins with this, in any letter case')
    .option('--name-prefix <text>', 'whose name begins with this, in any letter case')
    .option('--client <name>', 'created with this client')
    .option('--application <id>', 'that have authorized this application')
    .option('--created-from <date>', 'created on or after this date: 2026-01-18, in UTC, or a time')
    .option('--created-to <date>', 'created before this date')
    .option(
      '--last-sign-in-before <date>',
      'created before this day, and without a sign-in on it or later',
    )
    .option('--never-verified', 'whose owner has never verified an email')
    .option('--before <next>', '`next` of the previous page in JSON, or the id of an account')
    .option('--limit <number>', 'the maximum number, up to 10000', parseLimit, 100)
    .action(async ({ json, ...options }: ListOptions) => {
      const { id, email, client, application, before, limit } = options;
      const query = {
        ...{ id, email, client, application, before, limit },
        email_prefix: options.emailPrefix,
        name_prefix: options.namePrefix,
        created_from: options.createdFrom,
        created_to: options.createdTo,
        last_sign_in_before: options.lastSignInBefore,
        never_verified: options.neverVerified,
      };
      const result = await run.withServices(({ operator, requester }) =>
        operator.find(query, requester),
      );
      const columns = [
        'id',
        'created_at',
        'last_sign_in_on',
        'suspended_at',
        'email',
        'name',
      ] as const;
      run.output.printList(result, 'accounts', columns, json, limit);
    });

  addCommand(account, 'show', 'Shows an account, its status and its counts.', [
    'account show ada@example.com',
  ])
    .argument(...accountArgument)
    .action((named: string, { json }: JsonOption) =>
      printResult(run, named, json, ({ operator, requester }, id) => operator.show(id, requester)),
    );
}

function addStatusCommands(account: Command, run: CommandRun): void {
  addCommand(
    account,
    'suspend',
    'Suspends an account: its tokens, sign-ins and applications are refused until it is restored.',
    ['account suspend ada@example.com --reason "sends spam"'],
  )
    .argument(...accountArgument)
    .requiredOption('--reason <text>', 'a note for operators; exports of the account contain it')
    .action((named: string, { json, reason }: JsonOption & { reason: string }) =>
      printResult(run, named, json, async ({ operator, requester }, id) => {
        if (!json) {
          // Failing to count in time must not prevent the suspension.
          const affected = await operator.affectedUsers(id).catch(() => undefined);
          const least = affected?.isMore ? 'at least ' : '';
          const shown = affected ? `${least}${affected.users}` : 'too many to count';
          run.output.printText(`Other users whose applications stop working: ${shown}`);
        }
        return operator.suspend(id, { reason }, requester);
      }),
    );

  addCommand(account, 'restore', 'Ends the suspension of an account.', [
    'account restore ada@example.com --reason "was a mistake"',
  ])
    .argument(...accountArgument)
    .option('--reason <text>', 'a note for the audit trail')
    .action((named: string, { json, reason }: JsonOption & { reason?: string }) =>
      printResult(run, named, json, ({ operator, requester }, id) =>
        operator.restore(id, { reason }, requester),
      ),
    );

  addCommand(account, 'permissions', 'Allows and denies permissions of an account.', [
    'account permissions ada@example.com --deny create_alert read_quotastats',
    'account permissions ada@example.com --allow create_alert --json',
  ])
    .argument(...accountArgument)
    .addOption(permissionsOption('--allow', 'permissions to allow'))
    .addOption(permissionsOption('--deny', 'permissions to deny; overrides --allow'))
    .action((named: string, { json, allow, deny }: PermissionsOptions) =>
      printResult(run, named, json, ({ operator, requester }, id) =>
        operator.setPermissions(id, { ...each(allow, true), ...each(deny, false) }, requester),
      ),
    );
}

function addRecoveryCommands(account: Command, run: CommandRun): void {
  addCommand(
    account,
    'reset',
    'Sends a password reset email, or prints its link, which works once within 30 minutes.',
    ['account reset ada@example.com', 'account reset ada@example.com --link'],
  )
    .argument(...accountArgument)
    .option(
      '--link',
      'print the link and send no mail: a reader of the link can take over the account',
    )
    .action((named: string, { json, link }: JsonOption & { link?: boolean }) =>
      printResult(run, named, json, async ({ operator, requester }, id) => {
        if (link) return { link: await operator.resetLink(id, requester) };
        await operator.startReset(id, requester);
        return { requested: true };
      }),
    );

  addCommand(
    account,
    'remove-factor',
    'Removes the lost second factor of an owner in 24 hours. A mail lets the owner stop it.',
    ['account remove-factor ada@example.com'],
  )
    .argument(...accountArgument)
    .action((named: string, { json }: JsonOption) =>
      printResult(run, named, json, ({ operator, requester }, id) =>
        operator.removeFactor(id, requester),
      ),
    );
}

function addDeleteCommand(account: Command, run: CommandRun): void {
  addCommand(account, 'delete', 'Permanently deletes an account with all its data.', [
    'account delete ada@example.com',
    'account delete ada@example.com --yes --json',
  ])
    .argument(...accountArgument)
    .option('--yes', 'skip the confirmation on a terminal')
    .action(async (named: string, { json, yes }: JsonOption & { yes?: boolean }) => {
      await run.input.confirm(`Delete the account ${named} with all its data?`, yes);
      await printResult(run, named, json, async ({ operator, requester }, id) => {
        await operator.delete(id, requester);
        return { deleted: true };
      });
    });
}

async function printResult(
  run: CommandRun,
  named: string,
  json: boolean | undefined,
  command: (services: Services, id: string) => Promise<object>,
): Promise<void> {
  run.output.print(await run.withAccount(named, command), json);
}

function permissionsOption(flag: string, description: string): Option {
  return new Option(`${flag} <permission...>`, description).choices(permissions);
}

function each(names: readonly Permission[] = [], value: boolean): UpdatePermissionsDto {
  return Object.fromEntries(names.map((name) => [name, value]));
}
