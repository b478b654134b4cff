import { Injectable } from '@nestjs/common';
import type { Session } from '../../database/records.js';
import {
  ApplicationSuspendedError,
  ClientUnknownError,
  InvalidRequestError,
  RedirectUriUnregisteredError,
} from '../../errors/error-registry.js';
import { assertShort, assertUnchanged } from '../authorizations/authorization-request.js';
import { ClientsRepository, type Client } from '../clients/clients.repository.js';
import { IdTokensService } from './id-tokens.service.js';
import { oauthParameters } from '../oauth-parameters.js';
import { toSid } from './session-name.js';

export const logoutParameters = [
  'id_token_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
] as const;

export interface LogoutRequest {
  /** The application that sent the user; undefined if the request names none. */
  readonly client: Client | undefined;
  /** The URL to redirect the user to; undefined for a page of this service. */
  readonly destination: string | undefined;
  /** Whether its ID token proves that the client may sign the user out without asking. */
  readonly isProven: boolean;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Sign-outs at the request of a client (OpenID Connect RP-Initiated Logout 1.0). */
@Injectable()
export class LogoutsService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly idTokens: IdTokensService,
  ) {}

  /**
   * @param session the session to end; undefined if the user is not signed in
   * @throws InvalidRequestError, ClientUnknownError, ApplicationSuspendedError; RedirectUriUnregisteredError, because
   *   users are never sent to any other address
   */
  async read(entries: Iterable<[string, string]>, session?: Session): Promise<LogoutRequest> {
    const all = [...entries];
    assertShort(all);
    const parameters = oauthParameters(all, logoutParameters);
    const { id_token_hint: token, post_logout_redirect_uri: uri, state } = parameters;
    assertUnchanged('state', state);
    const hint = token === undefined ? undefined : await this.idTokens.readHint(token);
    const id = parameters.client_id ?? hint?.clientId;
    if (hint && hint.clientId !== id) throw new InvalidRequestError('client_id');
    const client = id === undefined ? undefined : await this.clients.find(id);
    if (client === null) throw new ClientUnknownError();
    if (client?.owner.suspendedAt) throw new ApplicationSuspendedError();
    // Without a client, the URI cannot be checked, so it is not used (section 4). The user can still sign out.
    const asked = client && uri;
    if (asked !== undefined && !client?.postLogoutRedirectUris.includes(asked)) {
      throw new RedirectUriUnregisteredError();
    }
    // Without a session, an attacker's own ID token would open any site that the attacker has registered.
    const isProven =
      session !== undefined && hint?.accountId === session.accountId && hint.sid === toSid(session);
    const destination = asked === undefined ? undefined : withState(asked, state);
    return {
      client,
      destination,
      isProven,
      parameters: { ...parameters } as Record<string, string>,
    };
  }
}

function withState(uri: string, state: string | undefined): string {
  if (state === undefined) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`;
}
