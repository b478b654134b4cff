import type { ClientProxy } from '@nestjs/microservices';
import type { Scope } from '../../principals/principal.js';
import type { AccountStatusResponseDto } from '../../accounts/dto/account-status.dto.js';
import type { AccountResponseDto } from '../../accounts/dto/account.dto.js';
import type { CreateAccountDto } from '../../accounts/dto/create-account.dto.js';
import type {
  PreferencesResponseDto,
  UpdatePreferencesDto,
} from '../../accounts/dto/preferences.dto.js';
import type { UpdateAccountDto } from '../../accounts/dto/update-account.dto.js';
import type {
  ApplicationListDto,
  ApplicationResponseDto,
  ApplicationSecretResponseDto,
} from '../../applications/dto/application.dto.js';
import type {
  ClientSecretListDto,
  RotateSecretDto,
} from '../../applications/dto/client-secret.dto.js';
import type { CreateNamedTokenDto } from '../../applications/dto/create-named-token.dto.js';
import type {
  CreatedNamedTokenResponseDto,
  NamedTokenListDto,
} from '../../applications/dto/named-token.dto.js';
import type { CreateApplicationDto } from '../../applications/dto/create-application.dto.js';
import type { UpdateApplicationDto } from '../../applications/dto/update-application.dto.js';
import type { ApplicationData } from '../../language/application-data.js';
import { assertOptions, timeout } from '../../options/option-rules.js';
import { AccountsClientError } from './accounts-client.error.js';
import { MessageCalls } from './message-calls.js';
import type { AccountsMessage, AccountsPattern, Authentication } from '../accounts-message.js';

/** The user on whose behalf a call is made. */
export interface AccountsCaller {
  /** The access token, as in `Authorization` without the word `Bearer`. */
  accessToken: string;
  /** The version of the API, such as `1.13`. Default: the version of the calling application. */
  version?: string | undefined;
  /** The language of sentences, as in `Accept-Language`. Default: that of the account. */
  language?: string | undefined;
  /** The IP address of the user's own client. Failed tokens count against it. */
  source?: string | undefined;
  /** The request id for the log. Default: a new id. */
  requestId?: string | undefined;
}

/** The options of an {@link AccountsClient}. */
export interface AccountsClientOptions {
  /** The timeout of a call, in milliseconds. Default: 5,000. The service itself gives up after 10,000. */
  timeoutMs?: number | undefined;
}

/**
 * The account operations for other services, over the transport of the proxy:
 * `new AccountsClient(ClientProxyFactory.create({ transport: Transport.NATS, options }))`.
 *
 * Every method rejects only with {@link AccountsClientError}. Nothing is sent twice. After a timeout or a lost
 * connection, the service may still have performed the call.
 */
export class AccountsClient {
  private readonly calls: MessageCalls;

  /**
   * @param proxy belongs to the caller, who also closes it
   * @throws TypeError for another proxy, or naming the invalid options
   */
  constructor(proxy: ClientProxy, options: AccountsClientOptions = {}) {
    if (typeof (proxy as Partial<ClientProxy> | undefined)?.send !== 'function') {
      throw new TypeError('AccountsClient requires a ClientProxy.');
    }
    assertOptions(options, { timeoutMs: timeout }, 'AccountsClient');
    this.calls = new MessageCalls(proxy, options.timeoutMs ?? 5_000);
  }

  /**
   * Creates an account for another user. The caller's token can neither read nor change it. Requires the scope
   * `account:write`.
   */
  create(body: CreateAccountDto, caller: AccountsCaller): Promise<AccountResponseDto> {
    return this.ask('accounts.create', caller, { body });
  }

  /**
   * Reads the account of the token. Requires the scope `account:read`.
   *
   * @param id the expected account; the call fails for any other. Default: the token's own
   */
  get(caller: AccountsCaller, id?: string): Promise<AccountResponseDto> {
    return this.ask('accounts.get', caller, { id });
  }

  /**
   * Changes the members that are present, all or none. Requires the scope `account:write`.
   *
   * @param id the expected account; the call fails for any other. Default: the token's own
   */
  update(body: UpdateAccountDto, caller: AccountsCaller, id?: string): Promise<AccountResponseDto> {
    return this.ask('accounts.update', caller, { body, id });
  }

  /**
   * Deletes the account of the token with all its data. Requires an application's own token.
   *
   * @param id the expected account; the call fails for any other. Default: the token's own
   */
  async delete(caller: AccountsCaller, id?: string): Promise<void> {
    await this.ask('accounts.delete', caller, { id });
  }

  /** Reads the notification preferences of the account. Requires the scope `account:read`. */
  getPreferences(caller: AccountsCaller, id?: string): Promise<PreferencesResponseDto> {
    return this.ask('accounts.preferences.get', caller, { id });
  }

  /** Changes the preferences that are present, all or none. Requires the scope `account:write`. */
  updatePreferences(
    body: UpdatePreferencesDto,
    caller: AccountsCaller,
    id?: string,
  ): Promise<PreferencesResponseDto> {
    return this.ask('accounts.preferences.update', caller, { body, id });
  }

  /** Reads when the email was verified, and whether there is a second factor. Requires the scope `account:read`. */
  status(caller: AccountsCaller, id?: string): Promise<AccountStatusResponseDto> {
    return this.ask('accounts.status', caller, { id });
  }

  /** Sends a mail to verify the email address of the account. Requires the scope `account:write`. */
  async requestEmailVerification(caller: AccountsCaller, id?: string): Promise<void> {
    await this.ask('accounts.verify', caller, { id });
  }

  /**
   * Sends a mail to reset the password of the account with this email, if one exists. Requires an application's own
   * token.
   */
  async requestPasswordReset(email: string, caller: AccountsCaller): Promise<void> {
    await this.ask('accounts.reset', caller, { body: { email } });
  }

  /** Lists the applications of the account, oldest first, without their tokens. Requires an application's own token. */
  listApplications(caller: AccountsCaller): Promise<ApplicationListDto> {
    return this.ask('applications.list', caller, {});
  }

  /**
   * Creates an application. Returns it with its access token and client secret. Requires an application's own token.
   */
  createApplication(
    body: CreateApplicationDto,
    caller: AccountsCaller,
  ): Promise<ApplicationSecretResponseDto> {
    return this.ask('applications.create', caller, { body });
  }

  /** Reads an application with its access token. Requires an application's own token. */
  getApplication(id: string, caller: AccountsCaller): Promise<ApplicationResponseDto> {
    return this.ask('applications.get', caller, { id });
  }

  /** Changes the members that are present, all or none. Requires an application's own token. */
  updateApplication(
    id: string,
    body: UpdateApplicationDto,
    caller: AccountsCaller,
  ): Promise<ApplicationResponseDto> {
    return this.ask('applications.update', caller, { id, body });
  }

  /** Deletes an application with its tokens and grants. Requires an application's own token. */
  async deleteApplication(id: string, caller: AccountsCaller): Promise<void> {
    await this.ask('applications.delete', caller, { id });
  }

  /** Lists the valid client secrets of an application, without the secrets. Requires an application's own token. */
  listApplicationSecrets(id: string, caller: AccountsCaller): Promise<ClientSecretListDto> {
    return this.ask('applications.secrets.list', caller, { id });
  }

  /**
   * Replaces the client secret of an application. Requires an application's own token.
   *
   * @param body how long the replaced secret stays valid. Default: it ends immediately
   */
  rotateApplicationSecret(
    id: string,
    caller: AccountsCaller,
    body: RotateSecretDto = {},
  ): Promise<ApplicationSecretResponseDto> {
    return this.ask('applications.secrets.rotate', caller, { id, body });
  }

  /** Ends the replaced client secret of an application. Requires an application's own token. */
  async removeApplicationSecret(
    id: string,
    secretId: string,
    caller: AccountsCaller,
  ): Promise<void> {
    await this.ask('applications.secrets.delete', caller, { id, secret_id: secretId });
  }

  /**
   * Lists the named tokens of an application that have not expired, oldest first. Requires a token with full access.
   */
  listNamedTokens(id: string, caller: AccountsCaller): Promise<NamedTokenListDto> {
    return this.ask('applications.tokens.list', caller, { id });
  }

  /** Creates a named token. Returns it with the token itself. Requires a token with full access. */
  createNamedToken(
    id: string,
    body: CreateNamedTokenDto,
    caller: AccountsCaller,
  ): Promise<CreatedNamedTokenResponseDto> {
    return this.ask('applications.tokens.create', caller, { id, body });
  }

  /** Revokes a named token of an application. Requires a token with full access. */
  async revokeNamedToken(id: string, tokenId: string, caller: AccountsCaller): Promise<void> {
    await this.ask('applications.tokens.revoke', caller, { id, token_id: tokenId });
  }

  /**
   * Identifies the account and client of a token that another service received.
   *
   * @param scope the scope that the token must have; without it the call fails with 403 `insufficient_scope`
   */
  authenticate(caller: AccountsCaller, scope?: Scope): Promise<Authentication> {
    return this.ask('accounts.authenticate', caller, { body: { scope } });
  }

  /** Reads the languages that an account can choose, and the vocabularies. */
  appData(caller: AccountsCaller): Promise<ApplicationData['body']> {
    return this.ask('app.data', caller, {});
  }

  private async ask<T>(
    pattern: AccountsPattern,
    { accessToken, version, language, source, requestId, ...unknown }: AccountsCaller,
    members: Pick<AccountsMessage, 'id' | 'secret_id' | 'token_id' | 'body'>,
  ): Promise<T> {
    const [name] = Object.keys(unknown);
    if (name) throw AccountsClientError.unanswered(400, `A caller has no ${name}.`);
    return this.calls.send(pattern, {
      access_token: accessToken,
      accept_version: version,
      accept_language: language,
      source,
      request_id: requestId,
      ...members,
    });
  }
}
