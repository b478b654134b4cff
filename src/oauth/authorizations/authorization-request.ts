import type { FormParameters } from '../../http/input/form-body.js';
import {
  InvalidRequestError,
  PkceRequiredError,
  RedirectUriUnregisteredError,
  RegistrationNotSupportedError,
  RequestNotSupportedError,
  RequestUriNotSupportedError,
  UnsupportedResponseTypeError,
} from '../../errors/error-registry.js';
import type { Client } from '../clients/clients.repository.js';
import type { Resource } from '../../principals/resource.js';
import { requestedScope } from '../scope.js';

export const authorizationParameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'prompt',
  'max_age',
  'login_hint',
  'ui_locales',
  'id_token_hint',
  'acr_values',
  'request',
  'request_uri',
  'registration',
  'auth_after',
  'resource',
] as const;

export const responseModes = ['query', 'form_post'] as const;

/** The values of the parameter `prompt` (OpenID Connect Core section 3.1.2.1). */
export const prompts = ['none', 'login', 'consent', 'select_account'] as const;

type Prompt = (typeof prompts)[number];

/** Longer encoded requests would not fit into Node's header limit inside the parameter `return_to`. */
const maxRequestLength = 8_192;

export function assertShort(entries: readonly [string, string][]): void {
  if (`${new URLSearchParams([...entries])}`.length <= maxRequestLength) return;
  const [[name]] = entries.toSorted(([, a], [, b]) => b.length - a.length) as [[string, string]];
  throw new InvalidRequestError(name);
}

/** Browsers change line breaks and NUL in the HTML form of the decision. U+FFFD stands for bytes that are not UTF-8. */
export function isState(text: string): boolean {
  return !/[\0\r\n\ufffd]/.test(text);
}

/** Refuses a value that would return to the client as another one. */
export function assertUnchanged(name: string, value: string | undefined): void {
  if (value !== undefined && !isState(value)) throw new InvalidRequestError(name);
}

export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirectUri: string;
  /** Whether the request contained the redirect URI, so that the token request must repeat it. */
  readonly namesRedirectUri: boolean;
  readonly scope: string[];
  /** The API that the scope is for; undefined for the account API. */
  readonly resource: Resource | undefined;
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
  readonly prompts: readonly Prompt[];
  /** The maximum age of the user's authentication, in seconds. */
  readonly maxAge: number | undefined;
  /** When this service sent the user to authenticate for this request, in Unix milliseconds. Added to its URL. */
  readonly authAfter: number | undefined;
  readonly idTokenHint: string | undefined;
  /** Whether the client asks for two factors. */
  readonly needsFactor: boolean;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Compares character by character, except for the port of a loopback address, because the system chooses an app's port
 * (RFC 8252 section 7.3). `localhost` counts as loopback only for public clients: many apps listen there, although RFC
 * 8252 section 8.3 advises against it.
 */
export function chooseRedirectUri(
  { redirectUris, clientSecretHash }: Pick<Client, 'redirectUris' | 'clientSecretHash'>,
  asked: string | undefined,
): string {
  const [only, ...others] = redirectUris;
  if (asked === undefined && only !== undefined && others.length === 0) return only;
  const port = clientSecretHash === null ? publicLoopbackPort : loopbackPort;
  const isAsked = (each: string) => withoutPort(each, port) === withoutPort(asked!, port);
  if (asked === undefined || !redirectUris.some(isAsked)) throw new RedirectUriUnregisteredError();
  return asked;
}

const loopbackPort = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):(\d{1,5})(?=[/?]|$)/;
const publicLoopbackPort = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):(\d{1,5})(?=[/?]|$)/;

function withoutPort(redirectUri: string, loopback: RegExp): string {
  return redirectUri.replace(loopback, (whole, origin: string, port: string) =>
    Number(port) > 65_535 ? whole : origin,
  );
}

const challengeForm = /^[\w-]{43}$/;

/** Checks the other parameters of a request, once its redirect URI is known. */
export function authorizationRequest(
  client: Client,
  redirectUri: string,
  parameters: FormParameters,
  resource: Resource | undefined,
): AuthorizationRequest {
  const { response_type: responseType, response_mode: responseMode = 'query', state } = parameters;
  if (parameters.request !== undefined) throw new RequestNotSupportedError();
  if (parameters.request_uri !== undefined) throw new RequestUriNotSupportedError();
  if (parameters.registration !== undefined) throw new RegistrationNotSupportedError();
  if (responseType === undefined) throw new InvalidRequestError('response_type');
  if (responseType !== 'code') throw new UnsupportedResponseTypeError();
  for (const name of ['state', 'nonce'] as const) assertUnchanged(name, parameters[name]);
  if (!(responseModes as readonly string[]).includes(responseMode))
    throw new InvalidRequestError('response_mode');
  return {
    client,
    redirectUri,
    namesRedirectUri: parameters.redirect_uri !== undefined,
    scope: requestedScope(parameters.scope, resource),
    resource,
    state,
    codeChallenge: readCodeChallenge(client, parameters),
    nonce: parameters.nonce,
    prompts: readPrompts(parameters.prompt),
    maxAge: readNumber('max_age', parameters),
    authAfter: readNumber('auth_after', parameters),
    idTokenHint: parameters.id_token_hint,
    needsFactor: (parameters.acr_values ?? '').split(' ').includes('aal2'),
    parameters: { ...parameters } as Record<string, string>,
  };
}

/** Whether the client asks for a response without any page, even if other parameters are wrong. */
export function isSilent(entries: readonly [string, string][]): boolean {
  return entries.some(([name, value]) => name === 'prompt' && value.split(' ').includes('none'));
}

function readPrompts(text: string | undefined): Prompt[] {
  if (text === undefined) return [];
  const asked = text.split(' ') as Prompt[];
  const isKnown = asked.every((each) => prompts.includes(each));
  if (!isKnown || (asked.includes('none') && asked.length > 1)) {
    throw new InvalidRequestError('prompt');
  }
  return asked;
}

function readNumber(name: string, { [name]: text }: FormParameters): number | undefined {
  if (text !== undefined && !/^\d{1,15}$/.test(text)) throw new InvalidRequestError(name);
  return text === undefined ? undefined : Number(text);
}

/** Public clients must send a challenge, and so must confidential clients unless their owner has disabled it. */
function readCodeChallenge(
  { requirePkce, clientSecretHash }: Client,
  { code_challenge: challenge, code_challenge_method: method }: FormParameters,
): string | undefined {
  if (
    challenge === undefined &&
    method === undefined &&
    !requirePkce &&
    clientSecretHash !== null
  ) {
    return undefined;
  }
  if (challenge === undefined || method !== 'S256') throw new PkceRequiredError();
  if (!challengeForm.test(challenge)) throw new InvalidRequestError('code_challenge');
  return challenge;
}
