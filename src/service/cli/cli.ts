#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
import { buffer } from 'node:stream/consumers';

/** The command line. The code of the commands is loaded only when one runs. */
const commands = () => import('./commands.js');

interface Output {
  json?: boolean;
}

const program = new Command('nest-accounts').description(
  'The account service, and its accounts, applications and tokens from the command line.',
);

program
  .option(
    '--app <file>',
    'the module of an application with the accounts: its options, not the settings',
  )
  .hook('preAction', async () => {
    const { app } = program.opts<{ app?: string }>();
    if (app !== undefined) await (await commands()).useApp(app);
  });

const account = program.command('account').description('Accounts.');
account
  .command('create')
  .description('Creates an account; the password is read from standard input.')
  .requiredOption('--name <name>')
  .requiredOption('--email <email>')
  .requiredOption('--language <code>', 'one of the alert languages of the application data')
  .action(async (options: Output & { name: string; email: string; language: string }) => {
    const { json, ...input } = options;
    const password = await standardInput();
    const account = await (await commands()).createAccount({ ...input, password });
    console.log(JSON.stringify(account, null, json ? undefined : 2));
  });

const application = program.command('application').description('Client applications.');
application
  .command('create')
  .description('Creates an application and its access token for the account of its owner.')
  .requiredOption('--owner <email>')
  .requiredOption('--name <name>')
  .option('--redirect-uri <uri>', 'may be given several times', collect, [])
  .option('--api-version <version>', 'for calls without Accept-Version; default: the newest')
  .option('--public', 'a public client, which has no secret')
  .action(
    async (
      options: Output & {
        owner: string;
        name: string;
        redirectUri: string[];
        apiVersion?: string;
        public?: boolean;
      },
    ) => {
      const { json, ...input } = options;
      print(await (await commands()).createApplication(input), json);
    },
  );
application
  .command('list')
  .description('Lists applications with their owners, the newest first.')
  .option('--before <id>', 'those made before this application')
  .option('--limit <number>', 'how many at most, up to 10000', asLimit, 100)
  .action(async ({ json, ...page }: Output & { before?: string; limit: number }) => {
    const list = await (await commands()).listApplications(page);
    if (json) print(list, json);
    else
      list.applications.forEach((each, index) => {
        if (index > 0) console.log();
        print(each);
      });
  });

program
  .command('token')
  .description('Access tokens.')
  .command('revoke')
  .description('Ends an access token at once.')
  .argument('[token]', 'default: the first line of standard input, which no process list shows')
  .action(async (token: string | undefined, { json }: Output) => {
    print(await (await commands()).revokeToken(token ?? (await standardInput())), json);
  });

program
  .command('session')
  .description('The sessions of users in the console.')
  .command('end')
  .description('Ends every session of an account; the access tokens of applications stay.')
  .requiredOption('--account <email>')
  .action(async ({ account, json }: Output & { account: string }) => {
    print(await (await commands()).endSessions(account), json);
  });

program
  .command('audit')
  .description('The audit trail: who did what, when, from where and with what result.')
  .command('list')
  .description('Lists events, the latest first.')
  .option('--account <email or id>', 'those of one account, also of one that was deleted')
  .option('--before <id>', 'those before this event')
  .option('--limit <number>', 'how many at most, up to 10000', asLimit, 100)
  .action(async (options: Output & { account?: string; before?: string; limit: number }) => {
    const { json, ...query } = options;
    const list = await (await commands()).listAuditEvents(query);
    if (json) print(list, json);
    else for (const event of list.events) console.log(lineOf(event));
  });

const event = program
  .command('event')
  .description('Who is told of what happens to accounts, and what waits for them.');

event
  .command('list')
  .description('Lists subscriptions with the events that wait, and those that were given up.')
  .action(async ({ json }: Output) => {
    const list = await (await commands()).listSubscriptions();
    if (json) print(list, json);
    else
      list.subscriptions.forEach((each, index) => {
        if (index > 0) console.log();
        print(each);
      });
  });

event
  .command('retry')
  .description('Delivers again what a subscription has given up after three days.')
  .argument('<subscription>')
  .action(async (subscription: string, { json }: Output) => {
    print(await (await commands()).retryEvents(subscription), json);
  });

event
  .command('drop')
  .description('Deletes a subscription whose subscriber is gone, with its events.')
  .argument('<subscription>')
  .action(async (subscription: string, { json }: Output) => {
    print(await (await commands()).dropSubscription(subscription), json);
  });

program
  .command('migrate')
  .description('Applies the migrations that are not in the database yet.')
  .action(async ({ json }: Output) => print(await (await commands()).migrate(), json));

for (const command of program.commands.flatMap((each) =>
  each.commands.length ? each.commands : [each],
)) {
  command.option('--json', 'print one JSON object and nothing else');
}

program
  .command('start')
  .description('Runs the service, as its settings in the environment and in .env say.')
  .action(async () => {
    await import('../main.js');
  });

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}

function asLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 10_000) return limit;
  throw new InvalidArgumentError('It must be a whole number from 1 to 10000.');
}

/** An event in one line for `grep` and `cut`. */
function lineOf({ id: _, at, event, result, ...members }: Record<string, unknown>): string {
  const known = Object.entries(members).filter(([, value]) => value !== null && value !== '');
  const facts = known.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [at, event, result, ...facts].join(' ');
}

/** The first line of standard input, which must be UTF-8. */
async function standardInput(): Promise<string> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await buffer(process.stdin));
  return text.replace(/\r?\n[^]*$/, '');
}

/** One JSON object, or its members line by line. */
function print(result: object, json?: boolean): void {
  if (json) {
    console.log(JSON.stringify(result));
    return;
  }
  for (const [name, value] of Object.entries(result)) {
    console.log(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  }
}

program.parseAsync().catch(async (error: unknown) => {
  console.error((await commands()).explain(error));
  process.exitCode = 1;
});
