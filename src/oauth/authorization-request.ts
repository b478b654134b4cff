import type { FormParameters } from '../http/form-body.js';
import { InvalidRequestError } from '../http/request.errors.js';
import type { Client } from './clients.repository.js';
import {
  PkceRequiredError,
  RedirectUriUnregisteredError,
  UnsupportedResponseTypeError,
} from './oauth.errors.js';
import { requestedScope } from './scope.js';

/** What a client asks a person for (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
export interface AuthorizationRequest {
  readonly client: Client;
  /** Where the answer goes. */
  readonly redirectUri: string;
  /** Whether the request said so itself, and the token request must repeat it. */
  readonly namesRedirectUri: boolean;
  readonly scope: string[];
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
  /** The request itself, as far as it was understood, to be sent along with the decision. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Where the answer to a request goes: an address registered for the client, compared character by
 * character. One on a loopback address that was registered without a port stands for any port
 * (RFC 8252 section 7.3).
 *
 * @throws RedirectUriUnregisteredError when no answer may be sent anywhere
 */
export function redirectUriOf(
  { redirectUris }: Pick<Client, 'redirectUris'>,
  asked: string | undefined,
): string {
  const [only, ...others] = redirectUris;
  if (asked === undefined && only !== undefined && others.length === 0) return only;
  if (asked === undefined || !redirectUris.some((each) => each === asked || isPortOf(each, asked)))
    throw new RedirectUriUnregisteredError();
  return asked;
}

const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=[/?]|$)/;

function isPortOf(registered: string, asked: string): boolean {
  const origin = loopback.exec(registered)?.[0];
  if (origin === undefined || !asked.startsWith(`${origin}:`)) return false;
  const [port] = /^\d{1,5}/.exec(asked.slice(origin.length + 1)) ?? [];
  if (port === undefined || Number(port) > 65_535) return false;
  return origin + asked.slice(origin.length + 1 + port.length) === registered;
}

const challengeForm = /^[\w-]{43}$/;

/**
 * Everything else about a request, once it is known where to complain.
 *
 * @throws UnsupportedResponseTypeError, InvalidRequestError, InvalidScopeError, PkceRequiredError
 */
export function authorizationRequest(
  client: Client,
  redirectUri: string,
  parameters: FormParameters,
): AuthorizationRequest {
  const { response_type: responseType, response_mode: responseMode, state } = parameters;
  if (responseType === undefined) throw new InvalidRequestError('response_type');
  if (responseType !== 'code') throw new UnsupportedResponseTypeError();
  // Browsers change line breaks and NUL in the form which carries the request to its decision.
  if (state !== undefined && /[\0\r\n]/.test(state)) throw new InvalidRequestError('state');
  if (responseMode !== undefined && responseMode !== 'query') {
    throw new InvalidRequestError('response_mode');
  }
  return {
    client,
    redirectUri,
    namesRedirectUri: parameters.redirect_uri !== undefined,
    scope: requestedScope(parameters.scope),
    state,
    codeChallenge: codeChallengeOf(client, parameters),
    parameters: Object.fromEntries(
      understood.flatMap((name) => {
        const value = parameters[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  };
}

const understood = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

/** The challenge: needed by public clients, and by confidential ones whose owner does not say otherwise. */
function codeChallengeOf(
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
