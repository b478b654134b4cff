import type { FormParameters } from '../http/input/form-body.js';
import {
  InvalidRequestError,
  PkceRequiredError,
  RedirectUriUnregisteredError,
  UnsupportedResponseTypeError,
} from '../errors/error-registry.js';
import type { Client } from './clients.repository.js';
import { requestedScope } from './scope.js';

/** The parameters of an authorization request; any other is ignored (RFC 6749 section 3.1). */
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

/** An authorization request (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
export interface AuthorizationRequest {
  readonly client: Client;
  /** The redirect URI of the response. */
  readonly redirectUri: string;
  /** Whether the request contained the redirect URI, so that the token request must repeat it. */
  readonly namesRedirectUri: boolean;
  readonly scope: string[];
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
  /** The parameters of the request, to be sent with the decision. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The redirect URI of the response: one that is registered for the client, compared character
 * by character, except the port of a loopback address, because the system chooses the port of an app
 * (RFC 8252 section 7.3). `localhost` is a name, which RFC 8252 section 8.3 advises against,
 * and its port is compared.
 *
 * @throws RedirectUriUnregisteredError when no redirect URI may be used
 */
export function redirectUriOf(
  { redirectUris }: Pick<Client, 'redirectUris'>,
  asked: string | undefined,
): string {
  const [only, ...others] = redirectUris;
  if (asked === undefined && only !== undefined && others.length === 0) return only;
  if (asked === undefined || !redirectUris.some((each) => withoutPort(each) === withoutPort(asked)))
    throw new RedirectUriUnregisteredError();
  return asked;
}

const loopbackPort = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):(\d{1,5})(?=[/?]|$)/;

/** A redirect URI without its port, where that is the port of a loopback address. */
function withoutPort(redirectUri: string): string {
  return redirectUri.replace(loopbackPort, (whole, origin: string, port: string) =>
    Number(port) > 65_535 ? whole : origin,
  );
}

const challengeForm = /^[\w-]{43}$/;

/**
 * Checks the other parameters of a request, once its redirect URI is known.
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
  // Browsers change line breaks and NUL in the form that contains the request with the decision.
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
    parameters: { ...parameters } as Record<string, string>,
  };
}

/** The challenge: required of public clients, and of confidential ones unless their owner has disabled it. */
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
