/**
 * The client of the session routes for an application's own pages. It has neither dependencies nor imports, because
 * `signInFeature` also serves this file to pages without a bundler.
 */
import type {
  AddedFactor,
  AuthenticatorSetup,
  Factors,
  ListedSession,
  MailedLink,
  MailStep,
  Restoration,
  ReturnTo,
  SignedIn,
  SignInStep,
} from './session.types.js';

export type * from './session.types.js';

/** The options of an {@link AccountsClient}. */
export interface AccountsClientOptions {
  /** The URL of the session routes. Default: `/api/session`, or the folder that the service serves this file from */
  readonly url?: string | undefined;
  /** The language of sentences and new accounts. Default: the `lang` of the page, or the language of the browser */
  readonly language?: string | undefined;
  /**
   * Asks the user for a code, a passkey or the password, and calls {@link AccountsClient.confirm} or
   * {@link AccountsClient.confirmWithPasskey} of this client. The client then repeats the request that required it. Rejects if the user
   * cancels. Default: the request fails with `session_unconfirmed`
   */
  readonly confirm?: ((client: AccountsClient) => Promise<unknown>) | undefined;
  /** Sentences for errors that do not come from the service. Default: English */
  readonly messages?: Partial<Record<BrowserErrorCode, string>> | undefined;
}

const defaults = { url: '/api/session' };

const messages = {
  unreachable: 'The server cannot be reached. Try again.',
  response_invalid: 'The server has sent an invalid response.',
  passkey_cancelled: 'The passkey request was cancelled.',
  passkey_exists: 'This device already has a passkey for your account.',
  passkey_unsupported: 'This browser does not support passkeys.',
  passkey_failed: 'The passkey could not be used.',
};

/** The codes of errors that do not come from the service. */
export type BrowserErrorCode = keyof typeof messages;

/** A failed request, or a passkey that the browser did not use. */
export class AccountsError extends Error {
  override readonly name = 'AccountsError';

  /**
   * @param code the code of docs/errors.md, or a {@link BrowserErrorCode}
   * @param form the sentences about the whole request; empty if all are about members
   * @param fields the sentences about members of the request, by name
   * @param status the status of the response; 0 without one
   * @param retryAfter the number of seconds until the request can be repeated, if the response contains it
   */
  constructor(
    readonly code: string,
    readonly form: string,
    readonly fields: Readonly<Record<string, string>> = {},
    readonly status = 0,
    readonly retryAfter?: number,
    options?: ErrorOptions,
  ) {
    super([form, ...Object.values(fields)].filter(Boolean).join(' '), options);
  }
}

interface ErrorList {
  readonly errors?: readonly string[];
  readonly codes?: readonly string[];
}

interface ErrorJson {
  readonly form?: ErrorList & { readonly children?: Readonly<Record<string, ErrorList>> };
  readonly error?: string;
  readonly error_description?: string;
  /** Errors of Nest. */
  readonly message?: unknown;
}

/** The parts of a browser's credential, for creation and use. */
interface Credential {
  readonly id: string;
  readonly type: string;
  readonly rawId: ArrayBuffer;
  readonly authenticatorAttachment?: string | null;
  readonly response: Readonly<
    Partial<Record<(typeof binaryMembers)[number], ArrayBuffer | null>>
  > & { getTransports?(): string[] };
}

/** The globals of a browser that this module uses. It compiles without the types of the DOM. */
interface BrowserGlobals {
  readonly location: { readonly hash: string; readonly search: string };
  readonly document: { readonly documentElement: { readonly lang: string } };
  readonly navigator: {
    readonly credentials: Record<'create' | 'get', (options: object) => Promise<Credential | null>>;
  };
  readonly PublicKeyCredential?: {
    parseCreationOptionsFromJSON?(options: object): object;
    parseRequestOptionsFromJSON?(options: object): object;
    isConditionalMediationAvailable?(): Promise<boolean>;
  };
}

const browser = globalThis as unknown as BrowserGlobals;

const binaryMembers = [
  'clientDataJSON',
  'attestationObject',
  'authenticatorData',
  'signature',
  'userHandle',
] as const;

/** In milliseconds. Just below the hour after which a passkey challenge ends. */
const offerMs = 59 * 60_000;

/** The token of a mailed link, or the code in the same mail. Default: the token in the fragment of the page's URL */
export interface MailProof {
  /** The token of the link. */
  readonly token?: string | undefined;
  /** The code, in the browser that requested the mail. An empty one counts as absent. */
  readonly code?: string | undefined;
}

/** Signs users in on pages of an application. Each method sends a request to the route of the same name. */
export class AccountsClient {
  private offer: AbortController | undefined;
  private confirming: Promise<unknown> | undefined;

  /** @throws TypeError naming an unknown option */
  constructor(private readonly options: AccountsClientOptions = {}) {
    assertKnown(
      options,
      ['url', 'language', 'confirm', 'messages'],
      'AccountsClient has no option ',
    );
    const codes = Object.keys(messages);
    assertKnown(options.messages ?? {}, codes, 'AccountsClient has no option messages.');
  }

  /** Signs in with the password. The browser is signed in only if the result has no `next`. */
  signIn(input: { email: string; password: string }): Promise<SignInStep> {
    return this.post('', input);
  }

  /**
   * Completes a sign-in after `next: second_factor`.
   *
   * @param code the code of the authenticator app, or a recovery code
   */
  verifySecondFactor(code: string): Promise<SignedIn> {
    return this.post('/second-factor', { code });
  }

  /**
   * Asks the user for a passkey: alone, or as the second step of a sign-in. With `conditional`, the browser offers
   * passkeys in the field with `autocomplete="username webauthn"` instead, and the promise resolves to null if it cannot
   * do so, or once another passkey request replaces the offer.
   */
  signInWithPasskey(): Promise<SignedIn>;
  signInWithPasskey(options: { conditional: true }): Promise<SignedIn | null>;
  async signInWithPasskey(options: { conditional?: true } = {}): Promise<SignedIn | null> {
    assertKnown(options, ['conditional'], 'signInWithPasskey() has no option ');
    const { conditional = false } = options;
    const offer = this.replaceOffer();
    const { PublicKeyCredential: webauthn } = browser;
    if (conditional && !(await webauthn?.isConditionalMediationAvailable?.())) return null;
    try {
      if (conditional) setTimeout(() => offer.abort(), offerMs);
      const mediation = conditional ? 'conditional' : 'optional';
      const passkey = await this.ask('get', '/passkey/options', {}, offer, mediation);
      return await this.post('/passkey', { passkey });
    } catch (error) {
      const isUnused =
        error instanceof AccountsError && error.status === 0 && error.code.startsWith('passkey_');
      if (conditional && isUnused) return null;
      throw error;
    }
  }

  /** Returns the session, or null if the browser is not signed in. */
  async readSession(): Promise<SignedIn | null> {
    try {
      return await this.send('GET', '');
    } catch (error) {
      if (error instanceof AccountsError && error.code === 'session_required') return null;
      throw error;
    }
  }

  /** Signs this browser out. */
  signOut(): Promise<void> {
    return this.send('DELETE', '');
  }

  /** Returns all sessions of the account. */
  async listSessions(): Promise<readonly ListedSession[]> {
    const { sessions } = await this.send<{ sessions: ListedSession[] }>('GET', '/list');
    return sessions;
  }

  /** Signs another browser out, or this one. */
  endSession(id: string): Promise<void> {
    return this.send('DELETE', `/list/${encodeURIComponent(id)}`);
  }

  /** Confirms that the user is present. An account with a second factor requires the code. */
  confirm(input: { code: string } | { password: string }): Promise<SignedIn> {
    return this.post('/confirmation', input);
  }

  /** Confirms that the user is present, with a passkey of the account. */
  async confirmWithPasskey(): Promise<SignedIn> {
    return this.post('/confirmation', { passkey: await this.ask('get', '/passkey/options') });
  }

  /**
   * Signs a user up. `next: mail` says that the sign-up continues with {@link confirmSignUp}, whether or not the address
   * has an account.
   *
   * @param input `return_to` is by default that of the page
   */
  async signUp(
    input: { name: string; email: string; password: string; language_code?: string } & ReturnTo,
  ): Promise<SignInStep | MailStep> {
    return (
      (await this.post('/sign-up', { return_to: readReturnTo(), ...input })) ?? { next: 'mail' }
    );
  }

  /**
   * Creates the account of a mailed link or code, and signs in.
   *
   * @param input the password of the sign-up, which the browser that signed up omits; with `name`, a new one
   */
  confirmSignUp(
    input: MailProof & { password?: string; name?: string; language_code?: string },
  ): Promise<SignInStep & ReturnTo> {
    return this.post('/sign-up/confirmation', prove(input));
  }

  /**
   * Requests a mail to reset the password, whether or not the address has an account.
   *
   * @param input `return_to` is by default that of the page
   */
  requestPasswordReset(input: { email: string } & ReturnTo): Promise<void> {
    return this.post('/password-reset', { return_to: readReturnTo(), ...input });
  }

  /** Sets a new password. The user then signs in with it. */
  resetPassword(
    input: MailProof & { new_password: string; end_application_tokens?: boolean },
  ): Promise<{ readonly email: string } & ReturnTo> {
    return this.post('/password-reset/confirmation', prove(input));
  }

  /** Returns the second factors of the account. */
  async readFactors(): Promise<Factors> {
    return (await this.send<{ factors: Factors }>('GET', '/factors')).factors;
  }

  /** Returns the key of a new authenticator app. It replaces the current app once its first code is verified. */
  prepareAuthenticator(): Promise<AuthenticatorSetup> {
    return this.post('/factors/authenticator');
  }

  /**
   * Adds an authenticator app. After `next: second_factor_setup`, also signs in.
   *
   * @param input the `setup` of {@link prepareAuthenticator}, and the first code of the app
   */
  addAuthenticator(input: { setup: string; code: string }): Promise<AddedFactor> {
    return this.post('/factors/authenticator/confirmation', input);
  }

  /** Removes the authenticator app. */
  removeAuthenticator(): Promise<void> {
    return this.send('DELETE', '/factors/authenticator');
  }

  /** Asks the user to create a passkey, and adds it. */
  async addPasskey(name: string): Promise<AddedFactor> {
    const passkey = await this.ask('create', '/factors/passkeys/options');
    return this.post('/factors/passkeys', { name, passkey });
  }

  /** Renames a passkey. */
  async renamePasskey(id: string, name: string): Promise<Factors> {
    const path = `/factors/passkeys/${encodeURIComponent(id)}`;
    return (await this.send<{ factors: Factors }>('PUT', path, { name })).factors;
  }

  /** Removes a passkey. */
  removePasskey(id: string): Promise<void> {
    return this.send('DELETE', `/factors/passkeys/${encodeURIComponent(id)}`);
  }

  /** Returns new recovery codes. The current ones stop working. */
  async replaceRecoveryCodes(): Promise<readonly string[]> {
    const path = '/factors/recovery-codes';
    return (await this.post<{ recovery_codes: string[] }>(path)).recovery_codes;
  }

  /** Reads what a mailed link does, without using it. */
  readLink(token = readLinkToken()): Promise<MailedLink> {
    return this.post('/link', { token });
  }

  /**
   * Verifies the email address.
   *
   * @param input the credentials that `required` of the link lists
   */
  verifyEmail(input: MailProof & { password?: string } = {}): Promise<void> {
    return this.post('/link/verification', { token: readLinkToken(), ...input });
  }

  /** Adopts the address that an application has set. */
  adoptEmail(token = readLinkToken()): Promise<void> {
    return this.post('/link/adoption', { token });
  }

  /**
   * Undoes a change of the email address, or a new second factor.
   *
   * @param input the code, if `required` of the link lists it
   */
  restoreEmail(input: MailProof = {}): Promise<Restoration> {
    return this.post('/link/restoration', { token: readLinkToken(), ...input });
  }

  /** Undoes a change with a passkey instead of the code. */
  async restoreEmailWithPasskey(token = readLinkToken()): Promise<Restoration> {
    const passkey = await this.ask('get', '/link/passkey/options', { token });
    return this.post('/link/restoration', { token, passkey });
  }

  /** Ends the right of the previous address to undo a change. */
  waiveRestoration(token = readLinkToken()): Promise<void> {
    return this.post('/link/waiver', { token });
  }

  /** Stops the removal of the second factors that an operator requested. */
  stopFactorRemoval(token = readLinkToken()): Promise<void> {
    return this.post('/link/stop', { token });
  }

  /**
   * Sends JSON to any route of the application. Errors and confirmations work as for the session routes.
   *
   * @returns the JSON of the response; undefined without one
   */
  async request<T>(method: string, url: string, body?: object): Promise<T> {
    try {
      return await this.fetch(method, url, body);
    } catch (error) {
      const { confirm } = this.options;
      const isUnconfirmed = error instanceof AccountsError && error.code === 'session_unconfirmed';
      if (!isUnconfirmed || !confirm) throw error;
      this.confirming ??= confirm(this).finally(() => (this.confirming = undefined));
      await this.confirming;
      return this.fetch(method, url, body);
    }
  }

  private send<T>(method: string, path: string, body?: object): Promise<T> {
    return this.request(method, (this.options.url ?? defaults.url) + path, body);
  }

  private post<T>(path: string, body?: object): Promise<T> {
    return this.send('POST', path, body);
  }

  private async fetch<T>(method: string, url: string, body?: object): Promise<T> {
    const language = this.options.language ?? browser.document.documentElement.lang;
    const headers = {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(language && { 'Accept-Language': language }),
    };
    let response, text;
    try {
      const sent = { method, headers, body: body && JSON.stringify(body) };
      response = await fetch(url, { ...sent, credentials: 'include' });
      text = await response.text();
    } catch (cause) {
      throw this.fail('unreachable', cause);
    }
    const isJson = response.headers.get('Content-Type')?.includes('json');
    const json = text && isJson ? JSON.parse(text) : undefined;
    if (!response.ok) throw toError(response, json);
    if (text && !isJson) throw this.fail('response_invalid');
    return json;
  }

  /** The browser refuses another request while it offers passkeys in a field. */
  private replaceOffer(): AbortController {
    this.offer?.abort();
    return (this.offer = new AbortController());
  }

  /** Creates or uses a passkey, with the options of a route. */
  private async ask(
    action: 'create' | 'get',
    path: string,
    body = {},
    { signal } = this.replaceOffer(),
    mediation = 'optional',
  ): Promise<object> {
    const json = await this.post<object>(path, body);
    const parse = `parse${action === 'get' ? 'Request' : 'Creation'}OptionsFromJSON` as const;
    const publicKey = browser.PublicKeyCredential?.[parse]?.(json);
    if (!publicKey) throw this.fail('passkey_unsupported');
    const get = action === 'get' && { mediation };
    try {
      return toJson((await browser.navigator.credentials[action]({ publicKey, signal, ...get }))!);
    } catch (error) {
      throw this.fail(passkeyErrors[(error as Error).name] ?? 'passkey_failed', error);
    }
  }

  private fail(code: BrowserErrorCode, cause?: unknown): AccountsError {
    const message = this.options.messages?.[code] ?? messages[code];
    return new AccountsError(code, message, {}, 0, undefined, { cause });
  }
}

/** Returns the page that the user was going to: the path in `return_to` of this page, if it is one of this origin. */
export function readReturnTo(): string | undefined {
  return readReturnPath(new URLSearchParams(browser.location.search).get('return_to'));
}

/** Returns the token of the mailed link that has opened this page. */
export function readLinkToken(): string | undefined {
  return new URLSearchParams(browser.location.hash.slice(1)).get('token') ?? undefined;
}

/**
 * Returns the path of a page of the same origin, with its query and fragment. Returns undefined for any other text,
 * because a link must not redirect to another site.
 */
export function readReturnPath(text: string | null | undefined): string | undefined {
  const nowhere = 'http://nowhere.invalid';
  // An authorization request has at most 8 kB.
  if (!text?.startsWith('/') || text.length > 16_384) return undefined;
  if (!URL.canParse(text, nowhere)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, nowhere);
  // A path such as `/x/..//other.example` would name another site.
  return origin === nowhere && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}

function assertKnown(options: object, names: readonly string[], sentence: string): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`${sentence}${unknown}.`);
}

/** A code takes precedence over the link of the page. */
function prove<T extends MailProof>(input: T): object {
  const { code } = input;
  return { ...input, ...(code ? {} : { code: undefined, token: input.token ?? readLinkToken() }) };
}

function toError({ status, headers }: Response, json?: ErrorJson): AccountsError {
  const { form, error, error_description, message } = json ?? {};
  const children = Object.entries(form?.children ?? {});
  const fields = children.map(([name, { errors = [] }]) => [name, errors.join(' ')]);
  const codes = [form, ...children.map(([, child]) => child)].flatMap((each) => each?.codes ?? []);
  const sentence = form
    ? (form.errors ?? []).join(' ')
    : String(error_description ?? message ?? `The request has failed with status ${status}.`);
  return new AccountsError(
    codes[0] ?? error ?? 'response_invalid',
    sentence,
    Object.fromEntries(fields),
    status,
    Number(headers.get('Retry-After')) || undefined,
  );
}

const passkeyErrors: Readonly<Record<string, BrowserErrorCode>> = {
  NotAllowedError: 'passkey_cancelled',
  AbortError: 'passkey_cancelled',
  InvalidStateError: 'passkey_exists',
};

/** Password managers wrap the credential, so its inherited `toJSON` throws. */
function toJson({ id, type, rawId, authenticatorAttachment, response }: Credential): object {
  const members = binaryMembers.map((name) => [name, toBase64url(response[name])]);
  return {
    ...{ id, type, rawId: toBase64url(rawId), clientExtensionResults: {} },
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    response: { ...Object.fromEntries(members), transports: response.getTransports?.() },
  };
}

function toBase64url(bytes?: ArrayBuffer | null): string | undefined {
  if (!bytes?.byteLength) return undefined;
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
