import type { Command } from 'commander';
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { addCommand, collect, parseLimit, type JsonOption, type PageOptions } from './command.js';
import type { CommandRun } from './command-run.js';

interface CreateOptions extends JsonOption {
  owner: string;
  name: string;
  redirectUri: string[];
  postLogoutRedirectUri: string[];
  apiVersion?: string;
  public?: boolean;
  clientCredentials?: boolean;
}

interface ApplyOptions extends JsonOption {
  dryRun?: boolean;
  yes?: boolean;
}

interface ListOptions extends PageOptions {
  owner?: string;
  namePrefix?: string;
}

export function addApplicationCommands(program: Command, run: CommandRun): void {
  const application = program.command('application').description('Client applications.');

  addCommand(
    application,
    'create',
    'Creates an application with an access token for its owner’s account.',
    [
      'application create --owner ada@example.com --name Engine',
      'application create --owner ada@example.com --name App --public --redirect-uri https://app.example/callback',
    ],
  )
    .requiredOption('--owner <email>', 'the email of the owner’s account')
    .requiredOption('--name <name>', 'the name that users see')
    .option('--redirect-uri <uri>', 'a URL that OAuth 2.0 may redirect to; repeatable', collect, [])
    .option(
      '--post-logout-redirect-uri <uri>',
      'a URL that users may return to after a sign-out; repeatable',
      collect,
      [],
    )
    .option('--api-version <version>', 'for calls without Accept-Version; default: the newest')
    .option('--public', 'a public client, which has no secret')
    .option('--client-credentials', 'may request tokens for its owner with its secret alone')
    .action(async ({ json, ...input }: CreateOptions) =>
      run.output.print(await create(run, input), json),
    );

  addCommand(application, 'list', 'Lists applications with their owners, newest first.', [
    'application list',
    'application list --owner ada@example.com',
    'application list --name-prefix engine --limit 1000 --json',
  ])
    .option('--owner <email or id>', 'of this account')
    .option('--name-prefix <text>', 'whose name begins with this, in any letter case')
    .option('--before <next>', '`next` of the previous page in JSON, or the id of an application')
    .option('--limit <number>', 'the maximum number, up to 10000', parseLimit, 100)
    .action(async ({ json, namePrefix, ...query }: ListOptions) => {
      const result = await run.withServices(({ operator, requester }) =>
        operator.applications({ ...query, name_prefix: namePrefix }, requester),
      );
      const columns = [
        'id',
        'public',
        'trusted',
        'api_version',
        'last_used_on',
        'owner',
        'name',
      ] as const;
      run.output.printList(result, 'applications', columns, json, query.limit);
    });

  addCommand(
    application,
    'secrets',
    'Lists the valid client secrets of an application, the current one first, without the secrets themselves.',
    ['application secrets 7hT2mQx9LbW4KcV8NpR3ZsYd'],
  )
    .argument('<application>', 'its id, as application list shows it')
    .action(async (id: string, { json }: JsonOption) => {
      const secrets = await run.withApplication(id, 'secrets', ({ applications }, application) =>
        applications.secrets(application),
      );
      const { presentSecret } = await import('../../applications/application.presenter.js');
      const columns = ['id', 'expires_at', 'last_used_on'] as const;
      run.output.printList({ secrets: secrets.map(presentSecret) }, 'secrets', columns, json);
    });

  addCommand(
    application,
    'rotate-secret',
    'Replaces the client secret of an application, and shows the new one once.',
    [
      'application rotate-secret 7hT2mQx9LbW4KcV8NpR3ZsYd',
      'application rotate-secret 7hT2mQx9LbW4KcV8NpR3ZsYd --keep-previous-days 7',
    ],
  )
    .argument('<application>', 'its id, as application list shows it')
    .option(
      '--keep-previous-days <days>',
      'how long the replaced secret stays valid, up to 30',
      Number,
      0,
    )
    .action(async (id: string, options: JsonOption & { keepPreviousDays: number }) => {
      const result = await run.withServices(async ({ applications, requester }) => {
        const { ownerId } = await applications.getAny(id);
        const input = { keep_previous_days: options.keepPreviousDays };
        const rotated = await applications.rotateSecret(ownerId, id, requester, input);
        return { client_id: id, client_secret: rotated.clientSecret };
      });
      run.output.print(result, options.json);
    });

  addCommand(application, 'remove-secret', 'Removes the previous client secret immediately.', [
    'application remove-secret 7hT2mQx9LbW4KcV8NpR3ZsYd 5f0c1a2b3d4e5f60718293a4',
  ])
    .argument('<application>', 'its id, as application list shows it')
    .argument('<secret>', 'its id, as application secrets shows it')
    .action(async (id: string, secretId: string, { json }: JsonOption) => {
      await run.withServices(async ({ applications, requester }) => {
        const { ownerId } = await applications.getAny(id);
        await applications.removeSecret(ownerId, id, secretId, requester);
      });
      run.output.print({ removed: true }, json);
    });

  addApplyCommand(application, run);

  addCommand(
    application,
    'trust',
    'Trusts an application: its users are not asked for consent to identity and read access, until its redirect URIs change.',
    [
      'application trust 7hT2mQx9LbW4KcV8NpR3ZsYd',
      'application trust 7hT2mQx9LbW4KcV8NpR3ZsYd --yes --json',
    ],
  )
    .argument('<application>', 'its id, as application list shows it')
    .option('--yes', 'skip the confirmation on a terminal')
    .action(async (id: string, { json, yes }: JsonOption & { yes?: boolean }) => {
      const trusted = await run.withServices(async ({ applications, operator, requester }) => {
        const { name, redirectUris } = await applications.getAny(id);
        const uris = JSON.stringify(redirectUris);
        await run.input.confirm(
          `Trust the application ${name} with the redirect URIs ${uris}?`,
          yes,
        );
        return operator.trustApplication(id, { redirect_uris: redirectUris }, requester);
      });
      run.output.print(trusted, json);
    });

  addCommand(application, 'distrust', 'Ends the trust in an application. Its tokens stay valid.', [
    'application distrust 7hT2mQx9LbW4KcV8NpR3ZsYd',
  ])
    .argument('<application>', 'its id, as application list shows it')
    .action(async (id: string, { json }: JsonOption) =>
      run.output.print(
        await run.withServices(({ operator, requester }) =>
          operator.distrustApplication(id, requester),
        ),
        json,
      ),
    );

  addCommand(application, 'delete', 'Deletes an application with its tokens and grants.', [
    'application delete 7hT2mQx9LbW4KcV8NpR3ZsYd',
    'application delete 7hT2mQx9LbW4KcV8NpR3ZsYd --yes --json',
  ])
    .argument('<application>', 'its id, from application list')
    .option('--yes', 'skip the confirmation on a terminal')
    .action(async (id: string, { json, yes }: JsonOption & { yes?: boolean }) => {
      await run.input.confirm(`Delete the application ${id} with its tokens and grants?`, yes);
      await run.withServices(({ operator, requester }) =>
        operator.deleteApplication(id, requester),
      );
      run.output.print({ deleted: true }, json);
    });
}

function addApplyCommand(application: Command, run: CommandRun): void {
  addCommand(
    application,
    'apply',
    'Creates and updates applications as a JSON file describes them, by owner and name. Deletes none. Can be repeated.',
    [
      'application apply applications.json --dry-run',
      'application apply applications.json --yes',
      'application apply --json < applications.json',
    ],
  )
    .argument('[file]', 'the file; default: standard input')
    .option('--dry-run', 'check the file and show what would change, and change nothing')
    .option('--yes', 'skip the confirmation on a terminal if applications become trusted')
    .action(async (file: string | undefined, { json, dryRun, yes }: ApplyOptions) => {
      const { applyApplications } = await import('./applied-applications.js');
      const input = file === undefined ? run.process.stdin : createReadStream(file);
      const description = await text(input);
      const confirmTrust = (names: readonly string[]) =>
        run.input.confirm(`Trust the applications ${names.join(', ')}?`, yes);
      const applications = await run.withServices((services) =>
        applyApplications(services, description, { dryRun, confirmTrust }),
      );
      if (json) return run.output.print({ applications }, json);
      const columns = ['result', 'id', 'members', 'owner', 'name'] as const;
      run.output.printList({ applications }, 'applications', columns);
      for (const { id, client_secret, access_token } of applications) {
        if (access_token === undefined) continue;
        run.output.printText('');
        run.output.print({ client_id: id, client_secret, access_token });
      }
    });
}

function create(run: CommandRun, input: CreateOptions): Promise<object> {
  return run.withServices(async ({ findAccount, applications, requester }) => {
    const owner = await findAccount(input.owner, 'owner');
    const { name, redirectUri: redirect_uris, apiVersion: api_version, public: isPublic } = input;
    const { postLogoutRedirectUri: post_logout_redirect_uris } = input;
    const { clientCredentials: client_credentials } = input;
    const created = await applications.create(
      owner.id,
      {
        name,
        redirect_uris,
        post_logout_redirect_uris,
        api_version,
        public: isPublic,
        client_credentials,
      },
      requester,
    );
    const { application, clientSecret, accessToken } = created;
    return {
      id: application.id,
      name: application.name,
      owner: owner.email,
      client_id: application.id,
      client_secret: clientSecret,
      access_token: accessToken,
      api_version: application.apiVersion,
      redirect_uris: application.redirectUris,
      post_logout_redirect_uris: application.postLogoutRedirectUris,
    };
  });
}
