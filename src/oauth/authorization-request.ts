import type { FormParameters } from '../http/input/form-body.js';
import {
  InvalidRequestError,
  PkceRequiredError,
  RedirectUriUnregisteredError,
  UnsupportedResponseTypeError,
} from '../errors/error-registry.js';
import type { Client } from './clients.repository.js';
import { requestedScope } from './scope.js';

export const authorizationParameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

export const responseModes = ['query', 'form_post'] as const;

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

export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirectUri: string;
  /** Whether the request contained the redirect URI, so that the token request must repeat it. */
  readonly namesRedirectUri: boolean;
  readonly scope: string[];
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
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
): AuthorizationRequest {
  const { response_type: responseType, response_mode: responseMode = 'query', state } = parameters;
  if (responseType === undefined) throw new InvalidRequestError('response_type');
  if (responseType !== 'code') throw new UnsupportedResponseTypeError();
  if (state !== undefined && !isState(state)) throw new InvalidRequestError('state');
  if (!(responseModes as readonly string[]).includes(responseMode))
    throw new InvalidRequestError('response_mode');
  return {
    client,
    redirectUri,
    namesRedirectUri: parameters.redirect_uri !== undefined,
    scope: requestedScope(parameters.scope),
    state,
    codeChallenge: readCodeChallenge(client, parameters),
    parameters: { ...parameters } as Record<string, string>,
  };
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
