import { NestFactory } from '@nestjs/core';
import { Command } from 'commander';
import { text } from 'node:stream/consumers';
import { AccountPresenter } from '../accounts/account.presenter.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { CreateAccountDto } from '../accounts/dto/create-account.dto.js';
import { ApplicationsService } from '../applications/applications.service.js';
import type { CreateApplicationDto } from '../applications/dto/create-application.dto.js';
import { presentFormError } from '../http/form-error.js';
import { ValidationFailedError } from '../http/validation-failed.error.js';
import { Languages } from '../language/languages.js';
import { TranslatableError } from '../language/translatable.error.js';
import { openDatabase } from './database.js';
import { ServiceModule } from './service.module.js';
import { readSettings } from './settings.js';

/** The command line: the same rules as the interface, on the same database, without a token. */

interface Services {
  accounts: AccountsService;
  applications: ApplicationsService;
  presenter: AccountPresenter;
  /** The migrations that were applied on the way. */
  applied: readonly string[];
}

/** Runs a command beside a service that may be running on the same database. */
async function withServices(command: (services: Services) => Promise<void>): Promise<void> {
  const settings = readSettings();
  const database = await openDatabase(settings);
  try {
    const app = await NestFactory.createApplicationContext(
      ServiceModule.forRoot(settings, database.url),
      { logger: false, abortOnError: false },
    );
    try {
      await command({
        accounts: app.get(AccountsService, { strict: false }),
        applications: app.get(ApplicationsService, { strict: false }),
        presenter: app.get(AccountPresenter, { strict: false }),
        applied: database.applied,
      });
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}

/** One JSON object, or its members line by line. */
function print(result: object, { json }: { json?: boolean }): void {
  if (json) {
    console.log(JSON.stringify(result));
    return;
  }
  for (const [name, value] of Object.entries(result)) {
    console.log(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  }
}

/** The first line of standard input. */
async function standardInput(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n[^]*$/, '');
}

const program = new Command('accounts').description('Accounts, applications and tokens from the command line.');
const json = ['--json', 'print one JSON object and nothing else'] as const;

const account = program.command('account').description('Accounts.');
account
  .command('create')
  .description('Creates an account; the password is read from standard input.')
  .requiredOption('--name <name>')
  .requiredOption('--email <email>')
  .requiredOption('--language <code>', 'one of the alert languages of the application data')
  .option(...json)
  .action((options: { name: string; email: string; language: string; json?: boolean }) =>
    withServices(async ({ accounts, presenter }) => {
      const created = await accounts.create({
        name: options.name,
        email: options.email,
        password: await standardInput(),
        language_code: options.language,
      } satisfies CreateAccountDto);
      print(presenter.present(created), options);
    }),
  );

const application = program.command('application').description('Client applications.');
application
  .command('create')
  .description('Creates an application and its access token for the account of its owner.')
  .requiredOption('--owner <email>')
  .requiredOption('--name <name>')
  .option('--redirect-uri <uri>', 'may be given several times', collect, [])
  .option('--api-version <version>', 'for calls without Accept-Version; default: the newest')
  .option('--public', 'a public client, which has no secret')
  .option(...json)
  .action(
    (options: {
      owner: string;
      name: string;
      redirectUri: string[];
      apiVersion?: string;
      public?: boolean;
      json?: boolean;
    }) =>
      withServices(async ({ accounts, applications }) => {
        const owner = await accounts.findByEmail(options.owner);
        if (!owner) throw ValidationFailedError.about({ owner: 'owner_unknown' });
        const created = await applications.create(owner.id, {
          name: options.name,
          redirect_uris: options.redirectUri,
          api_version: options.apiVersion,
          public: options.public,
        } satisfies CreateApplicationDto);
        print(
          {
            id: created.application.id,
            name: created.application.name,
            owner: owner.email,
            client_id: created.application.id,
            client_secret: created.clientSecret,
            access_token: created.accessToken,
            api_version: created.application.apiVersion,
            redirect_uris: created.application.redirectUris,
          },
          options,
        );
      }),
  );
application
  .command('list')
  .description('Lists every application with its owner.')
  .option(...json)
  .action((options: { json?: boolean }) =>
    withServices(async ({ applications }) => {
      const list = (await applications.list()).map((found) => ({
        id: found.id,
        name: found.name,
        owner: found.owner.email,
        client_id: found.id,
        public: found.clientSecretHash === null,
        api_version: found.apiVersion,
        redirect_uris: found.redirectUris,
      }));
      if (options.json) return print({ applications: list }, options);
      for (const { id, owner, name } of list) console.log(`${id}  ${owner}  ${name}`);
    }),
  );

const token = program.command('token').description('Access tokens.');
token
  .command('revoke')
  .description('Ends an access token at once.')
  .argument('[token]', 'default: the first line of standard input, which no process list shows')
  .option(...json)
  .action((given: string | undefined, options: { json?: boolean }) =>
    withServices(async ({ applications }) => {
      const revoked = await applications.revoke(given ?? (await standardInput()));
      if (!revoked) throw new TranslatableError('invalid_token');
      print({ revoked }, options);
    }),
  );

program
  .command('migrate')
  .description('Applies the migrations that are not in the database yet.')
  .option(...json)
  .action((options: { json?: boolean }) =>
    withServices(async ({ applied }) => print({ applied }, options)),
  );

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}

/** What went wrong, in sentences. */
function explain(error: unknown): string {
  const english = new Languages().get('en')!;
  if (error instanceof ValidationFailedError) {
    const { children } = presentFormError(error.form, english).form;
    return Object.entries(children)
      .map(([field, { errors = [] }]) => `${field}: ${errors.join(' ')}`)
      .join('\n');
  }
  if (error instanceof TranslatableError) return english.say(error.code, error.params);
  return error instanceof Error ? error.message : String(error);
}

program.parseAsync().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
