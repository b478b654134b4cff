import fc from 'fast-check';
import {
  describeService,
  newEmail,
  password,
  someForms,
  type Caller,
} from '../support/hosts/service.js';

/** The expected state of an account and its surroundings. */
interface Model {
  readonly isGone: boolean;
  readonly name: string;
  readonly language: string;
  readonly email: string;
  readonly password: string;
  readonly revision: number;
  /** The emails of other accounts. */
  readonly taken: ReadonlySet<string>;
  /** By Idempotency-Key: the email that was sent and the id of the account that was created. */
  readonly named: ReadonlyMap<string, { readonly email: string; readonly id: string }>;
}

interface Answer {
  readonly status: number;
  readonly body: any;
  readonly etag: string | undefined;
}

type Members = { name?: string; language_code?: string; email?: string };

type Command =
  | { readonly type: 'read' }
  | { readonly type: 'update'; readonly members: Members; readonly ifMatch: 'now' | 'old' | null }
  | { readonly type: 'change password'; readonly from: string; readonly to: string }
  | { readonly type: 'create'; readonly email: string; readonly key: string | null }
  | { readonly type: 'delete'; readonly ifMatch: 'now' | 'old' | null };

const passwords = [password, 'another horse 8'];
/** The first is the initial email of the account. */
const emails = ['own', 'second', 'third'] as const;

const ifMatch = fc.option(fc.constantFrom('now' as const, 'old' as const), { freq: 2 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ type: 'read' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('update' as const),
      members: fc.record(
        {
          name: fc.constantFrom('Ada', 'Grace'),
          language_code: fc.constantFrom('en', 'fr'),
          email: fc.constantFrom(...emails),
        },
        { requiredKeys: [] },
      ),
      ifMatch,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(passwords, passwords.toReversed()).map(([from, to]) => ({
      type: 'change password' as const,
      from: from!,
      to: to!,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('create' as const),
      email: fc.constantFrom(...emails),
      key: fc.option(fc.constantFrom('one', 'two')),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), ifMatch }) },
);

/** Each round of commands is sent concurrently, after all responses to the previous round. */
const rounds = fc.array(fc.array(command, { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 5,
});

interface Sent {
  readonly command: Command;
  /** The revision in `If-Match`. */
  readonly revision: number | undefined;
  readonly answer: Answer;
}

const noSuchAccount = [401, 404];

/** The model after a response; undefined if the model does not allow that response. */
function after(model: Model, { command, revision, answer }: Sent, round: readonly Sent[]) {
  const { status, body, etag } = answer;
  const isUnmet = revision !== undefined && revision !== model.revision;
  if (command.type !== 'create' && model.isGone) {
    return noSuchAccount.includes(status) ? model : undefined;
  }
  /** Whether the response matches the account of a model. */
  const shows = (shown: Model) =>
    status === 200 &&
    body.account.name === shown.name &&
    body.account.language_code === shown.language &&
    body.account.email === shown.email &&
    etag?.endsWith(`.${shown.revision}"`);

  switch (command.type) {
    case 'read':
      return shows(model) ? model : undefined;
    case 'delete':
      if (status === 412) return isUnmet ? model : undefined;
      return status === 204 && !isUnmet ? { ...model, isGone: true } : undefined;
    case 'change password': {
      if (status === 400) return command.from === model.password ? undefined : model;
      const changed = { ...model, password: command.to, revision: model.revision + 1 };
      return command.from === model.password && shows(changed) ? changed : undefined;
    }
    case 'update': {
      const { name, language_code: language, email } = command.members;
      const isTaken = email !== undefined && model.taken.has(email);
      if (status === 400) return isTaken ? model : undefined;
      if (status === 412) return isUnmet ? model : undefined;
      const next = {
        ...model,
        name: name ?? model.name,
        language: language ?? model.language,
        email: email ?? model.email,
      };
      const isChanged =
        next.name !== model.name || next.language !== model.language || next.email !== model.email;
      const changed = { ...next, revision: model.revision + (isChanged ? 1 : 0) };
      return !isTaken && !isUnmet && shows(changed) ? changed : undefined;
    }
    case 'create': {
      if (model.isGone && noSuchAccount.includes(status)) return model;
      const { email, key } = command;
      const earlier = key === null ? undefined : model.named.get(key);
      // Another request with the same key may run before or after this one.
      const rivals = round.flatMap(({ command: other }) =>
        key !== null && other !== command && other.type === 'create' && other.key === key
          ? [other.email]
          : [],
      );
      if (status === 409) return rivals.includes(email) || isDeleted(round) ? model : undefined;
      if (status === 422) {
        const others = earlier ? [...rivals, earlier.email] : rivals;
        return others.some((other) => other !== email) ? model : undefined;
      }
      const isTaken = model.taken.has(email) || (!model.isGone && model.email === email);
      if (status === 400) return isTaken && !earlier ? model : undefined;
      if (status !== 200 || body.account.email !== email) return undefined;
      const { id } = body.account;
      if (earlier) return earlier.email === email && earlier.id === id ? model : undefined;
      if (isTaken) return undefined;
      return {
        ...model,
        taken: new Set([...model.taken, email]),
        named: key === null ? model.named : new Map([...model.named, [key, { email, id }]]),
      };
    }
  }
}

/** Whether the account may have been deleted during one of its requests. */
function isDeleted(round: readonly Sent[]): boolean {
  return round.some(({ command, answer }) => command.type === 'delete' && answer.status === 204);
}

/** The possible models after a round: one for each order that explains the responses. */
function orders(model: Model, left: readonly Sent[], round: readonly Sent[]): Model[] {
  if (left.length === 0) return [model];
  return left.flatMap((sent) => {
    const next = after(model, sent, round);
    return next
      ? orders(
          next,
          left.filter((each) => each !== sent),
          round,
        )
      : [];
  });
}

describeService(
  'Concurrent requests',
  (service) => {
    /** Sends the generated commands, with emails unique to this run. */
    async function run(drawn: Command[][]): Promise<void> {
      const real = new Map(emails.map((email) => [email as string, newEmail()]));
      const getDrawn = new Map([...real].map(([name, email]) => [email, name]));
      const caller = await service().newCaller({ email: real.get('own')! });
      let models: Model[] = [
        {
          isGone: false,
          name: caller.account.name,
          language: 'en',
          email: 'own',
          password,
          revision: 1,
          taken: new Set(),
          named: new Map(),
        },
      ];
      for (const commands of drawn) {
        const [{ revision }] = models as [Model];
        const round = await Promise.all(
          commands.map(async (command): Promise<Sent> => {
            const condition = 'ifMatch' in command ? command.ifMatch : null;
            const asked = { now: revision, old: revision - 1 }[condition ?? 'now'];
            const answer = await send(caller, command, condition && asked, real);
            const account = answer.body?.account;
            if (account) account.email = getDrawn.get(account.email);
            return { command, revision: condition ? asked : undefined, answer };
          }),
        );
        const said = round.map(({ command, answer: { status, body, etag } }) => ({
          ...command,
          status,
          error: body?.error,
          account: body?.account?.name,
          etag,
        }));
        const possible = models.flatMap((model) => orders(model, round, round));
        const explained = JSON.stringify({ models, said }, null, 1);
        if (possible.length === 0) throw new Error(`No order of these explains it: ${explained}`);
        // Merges models that are the same from here on.
        models = [...new Map(possible.map((model) => [getState(model), model])).values()];
      }
    }

    async function send(
      caller: Caller,
      command: Command,
      revision: number | null,
      real: ReadonlyMap<string, string>,
    ): Promise<Answer> {
      const headers = revision === null ? {} : { 'If-Match': `"${caller.account.id}.${revision}"` };
      const request = () => {
        switch (command.type) {
          case 'read':
            return service().as(caller, 'get', '/accounts/me');
          case 'update': {
            const { email, ...members } = command.members;
            const own = email === undefined ? {} : { email: real.get(email) };
            return service()
              .update(caller, { ...members, ...own })
              .set(headers);
          }
          case 'change password':
            return service().update(caller, {
              old_password: command.from,
              new_password: command.to,
            });
          case 'create': {
            const named = command.key === null ? {} : { 'Idempotency-Key': command.key };
            return service()
              .create(caller, { email: real.get(command.email) })
              .set(named);
          }
          case 'delete':
            return service().as(caller, 'delete', '/accounts/me').set(headers);
        }
      };
      const { status, body, headers: said } = await request();
      return { status, body, etag: said.etag };
    }

    it('receive the same responses as sequential requests', async () => {
      const runs = Number(process.env.MODEL_RUNS ?? 40);
      await fc.assert(fc.asyncProperty(rounds, run), {
        numRuns: runs,
        endOnFailure: true,
        includeErrorInReport: true,
      });
    });
  },
  {},
  someForms,
);

function getState({ taken, named, ...rest }: Model): string {
  return JSON.stringify([rest, [...taken].sort(), [...named].sort()]);
}
