import type { CreateApplicationDto } from '../../applications/dto/create-application.dto.js';
import type { UpdateApplicationDto } from '../../applications/dto/update-application.dto.js';
import { ApplicationUntrustableError } from '../../errors/error-registry.js';
import type { Input } from '../../validation/unvalidated.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import type { Application } from '../../database/records.js';
import { errorSentence } from './error-sentence.js';
import type { Services } from './services.js';

/** The members of an application in the file. */
const members = [
  ...(['owner', 'name', 'redirect_uris', 'post_logout_redirect_uris', 'api_version'] as const),
  ...(['public', 'require_pkce', 'client_credentials', 'trusted'] as const),
];

type Member = (typeof members)[number];

/** An application as the file describes it. Absent members stay unchanged. */
type Described = Readonly<Partial<Record<Member, unknown>>> & {
  readonly owner: string;
  readonly name: string;
};

/** The changes of one application. */
interface Plan {
  readonly described: Described;
  readonly ownerId: string;
  /** Undefined if the application does not exist yet. */
  readonly current: Application | undefined;
  /** The names of the members that change. */
  readonly changes: readonly string[];
}

/** The result for one application. */
export interface AppliedApplication {
  readonly result: 'created' | 'updated' | 'unchanged';
  /** Null in a dry run, if the application does not exist yet. */
  readonly id: string | null;
  readonly owner: string;
  readonly name: string;
  /** The names of the changed members. */
  readonly members: readonly string[];
  /** Of a new application only. */
  readonly client_secret?: string | null;
  /** Of a new application only. */
  readonly access_token?: string;
}

interface ApplyOptions {
  readonly dryRun?: boolean | undefined;
  /** Is called before the first change if applications become trusted. */
  confirmTrust(this: void, names: readonly string[]): Promise<void>;
}

/**
 * Creates and updates applications as a file describes them. An application is identified by its owner and its name.
 * Nothing changes unless the whole file is valid. Applications that are not in the file stay as they are.
 *
 * @param text the JSON of the file
 * @throws Error that names every invalid application
 */
export async function applyApplications(
  services: Services,
  text: string,
  { dryRun = false, confirmTrust }: ApplyOptions,
): Promise<AppliedApplication[]> {
  const plans = await planAll(services, readFile(text));
  const { audit, requester } = services;
  const found = { event: 'application.find', accountId: null, members: ['name', 'owner'] } as const;
  await audit.record({ ...found, requester });
  if (dryRun) return plans.map((plan) => present(plan));
  const trusted = plans.filter(
    ({ described, changes }) => described.trusted && changes.includes('trusted'),
  );
  if (trusted.length > 0) await confirmTrust(trusted.map(({ described }) => described.name));
  const applied: AppliedApplication[] = [];
  for (const plan of plans) applied.push(await apply(services, plan));
  return applied;
}

async function planAll(services: Services, described: readonly unknown[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  const problems: string[] = [];
  const places = new Map<string, number>();
  for (const [index, each] of described.entries()) {
    try {
      const plan = await planOne(services, readApplication(each));
      const key = JSON.stringify([plan.ownerId, plan.described.name]);
      const earlier = places.get(key);
      if (earlier !== undefined) throw new Error(`It is the same as applications[${earlier}].`);
      places.set(key, index);
      plans.push(plan);
    } catch (error) {
      for (const line of errorSentence(error).split('\n')) {
        problems.push(`applications[${index}]: ${line}`);
      }
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return plans;
}

async function planOne(services: Services, described: Described): Promise<Plan> {
  const { applications, findAccount } = services;
  const { owner, trusted, public: isPublic } = described;
  const { id: ownerId } = await findAccount(owner, 'owner');
  // Without surrounding spaces, for example.
  const { name } = await applications.preview({ name: described.name });
  const [current, another] = (await applications.list(ownerId)).filter(
    (each) => each.name === name,
  );
  if (another) throw new Error(`${owner} has several applications with this name.`);
  if (trusted !== undefined && typeof trusted !== 'boolean') {
    throw ValidationFailedError.about({ trusted: 'not_boolean' });
  }
  if (current && isPublic !== undefined && isPublic !== (current.clientSecretHash === null)) {
    throw new Error('public cannot be changed: create an application with another name.');
  }
  const { members, isTrustable } = await applications.preview(toInput(described), current);
  // Other redirect URIs end the trust.
  const isTrusted = current?.trusted === true && !members.includes('redirect_uris');
  const changesTrust = trusted !== undefined && trusted !== isTrusted;
  if (changesTrust && trusted && !isTrustable) throw new ApplicationUntrustableError();
  return {
    described: { ...described, name },
    ownerId,
    current,
    changes: changesTrust ? [...members, 'trusted'] : members,
  };
}

/** Returns the members that a service validates. */
function toInput(described: Described): Input<CreateApplicationDto & UpdateApplicationDto> {
  const { owner: _, trusted: __, ...input } = described;
  return input as object as Input<CreateApplicationDto & UpdateApplicationDto>;
}

async function apply(services: Services, plan: Plan): Promise<AppliedApplication> {
  const { applications, operator, requester } = services;
  const { described, ownerId, current, changes } = plan;
  if (changes.length === 0) return present(plan);
  const input = toInput(described);
  const created = current ? undefined : await applications.create(ownerId, input, requester);
  const id = created?.application.id ?? current!.id;
  if (!created) await applications.update(ownerId, id, input, requester);
  if (changes.includes('trusted')) {
    const { redirectUris } = await applications.getAny(id);
    if (described.trusted) {
      await operator.trustApplication(id, { redirect_uris: redirectUris }, requester);
    } else await operator.distrustApplication(id, requester);
  }
  if (!created) return present(plan);
  const { clientSecret, accessToken } = created;
  return { ...present(plan), id, client_secret: clientSecret, access_token: accessToken };
}

function present({ described: { owner, name }, current, changes }: Plan): AppliedApplication {
  const changed = changes.length === 0 ? 'unchanged' : 'updated';
  const result = current ? changed : 'created';
  return { result, id: current?.id ?? null, owner, name, members: changes };
}

/** @throws Error for text that is not of this form */
function readFile(text: string): readonly unknown[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (cause) {
    throw new Error(`The file is not JSON: ${(cause as Error).message}`, { cause });
  }
  const { applications, ...others } = Object(file) as { applications?: unknown };
  if (!Array.isArray(applications) || Object.keys(others).length > 0) {
    throw new Error('The file must be an object with the member applications, which is a list.');
  }
  return applications;
}

function readApplication(value: unknown): Described {
  const described = Object(value) as Partial<Record<string, unknown>>;
  const unknown = Object.keys(described).filter((name) => !members.some((each) => each === name));
  if (unknown.length > 0) {
    throw new Error(`${unknown.join(', ')} is unknown: an application has ${members.join(', ')}.`);
  }
  const { owner, name } = described;
  if (typeof owner !== 'string' || typeof name !== 'string') {
    throw new Error('It needs owner, an email or an id, and name.');
  }
  return { ...described, owner, name };
}
