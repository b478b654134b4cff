import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isConfirmed } from '../access/sessions/sessions.service.js';
import type { SessionOfAccount } from '../access/sessions/sessions.repository.js';
import { describeUserAgent } from '../http/headers/user-agent.js';
import type { Account, Session } from '../database/records.js';
import { AccountSuspendedError, SessionRequiredError } from '../errors/error-registry.js';
import { requestId } from '../http/headers/request-id.js';
import { getSignal } from '../request/request-signal.js';
import { requestSlot } from '../request/request-slot.js';
import type { ByVisitor, CountedRequester } from '../request/requester.js';

/** Names an account in the list of a browser. After a change of the password, no other browser knows the account. */
export function toKnownAccount({
  id,
  credentialsGeneration,
}: Pick<Account, 'id' | 'credentialsGeneration'>): string {
  return `${id} ${credentialsGeneration}`;
}

/** A browser, and the account that is signed in. */
export interface Browser {
  /** The token in the browser's cookie; after sign-in, the session token. */
  readonly token: string;
  /** Whether the token is new and must be sent to the browser. */
  readonly isNew: boolean;
  /** The session of this browser, if a user is signed in. */
  readonly session?: Session;
  /** The account that is signed in. */
  readonly account?: Account;
  /** The session of this browser if its account is suspended; `account` and `session` are then absent. */
  readonly suspendedSession?: SessionOfAccount;
  /** The sign-in of this browser that waits for its second step. */
  readonly pendingSignIn?: string | undefined;
  /** The id of the last mail that this browser requested. The code in the mail is valid only here. */
  readonly codeRequest?: string | undefined;
  /**
   * The accounts that were used in this browser, from `SessionCookies.knownAccounts`. A sign-in to another account notifies its owner. Default:
   * not known, and no sign-in notifies
   */
  readonly knownAccounts?: readonly string[] | undefined;
}

/** A browser as the services that sign users in and out receive it. */
export interface SigningInBrowser extends Pick<
  Browser,
  'session' | 'account' | 'suspendedSession' | 'pendingSignIn' | 'codeRequest' | 'knownAccounts'
> {
  /** The browser as the caller of services; in code of the host `{ ...byHost, source: ip }`. */
  readonly requester: CountedRequester;
  /** Helps the user recognise the session. */
  readonly userAgent: string;
}

/** A browser with a session. */
export interface SignedInBrowser extends Pick<SigningInBrowser, 'requester'> {
  /** The session of this browser. */
  readonly session: Session;
  /** The account that is signed in. */
  readonly account: Account;
}

/** @throws AccountSuspendedError, SessionRequiredError */
export function assertSignedIn<B extends Pick<Browser, 'session' | 'account' | 'suspendedSession'>>(
  browser: B,
): asserts browser is B & Required<Pick<Browser, 'session' | 'account'>> {
  if (browser.suspendedSession || browser.account?.suspendedAt) throw new AccountSuspendedError();
  if (!browser.account || !browser.session) throw new SessionRequiredError();
}

/** Returns the session that a sign-out ends, even that of a suspended account. */
export function getSession({
  session,
  suspendedSession,
}: Pick<Browser, 'session' | 'suspendedSession'>): Session | undefined {
  return session ?? suspendedSession;
}

/** Returns the id of the signed-in account, if its user has signed in or confirmed in the last ten minutes. */
export function getConfirmedId({
  account,
  session,
}: Pick<Browser, 'account' | 'session'>): string | undefined {
  return account && session && isConfirmed(session) ? account.id : undefined;
}

const browserSlot = requestSlot<Browser>('browser');

export function rememberBrowser(request: object, browser: Browser): void {
  browserSlot.set(request, browser);
}

/** The browser as handlers of the session routes receive it. */
export interface SessionBrowser extends Browser, SigningInBrowser {
  /** The origin of the page. Undefined in a request of the same origin without the header. */
  readonly origin: string | undefined;
}

/** A request of a browser, as Express and Fastify provide it. */
export interface BrowserRequest {
  readonly ip?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Describes the browser of a request as the caller of services. */
export function describeCaller(
  request: BrowserRequest,
  { account, session }: Pick<Browser, 'account' | 'session'>,
  channel: ByVisitor['channel'],
): Pick<SigningInBrowser, 'userAgent'> & { readonly requester: ByVisitor } {
  const userAgent = request.headers['user-agent'] ?? '';
  return {
    userAgent,
    requester: {
      channel,
      accountId: account?.id,
      sessionId: session?.id,
      source: request.ip,
      // Only audit events read it.
      get device() {
        return describeUserAgent(userAgent);
      },
      requestId: requestId(request),
      signal: getSignal(request),
    },
  };
}

/** Injects the {@link SessionBrowser} into a handler behind the browser guard. */
export const CurrentBrowser = createParamDecorator(
  (_: unknown, context: ExecutionContext): SessionBrowser => {
    const request = context.switchToHttp().getRequest<BrowserRequest>();
    const browser = browserSlot.get(request)!;
    const caller = describeCaller(request, browser, 'session');
    return { ...browser, origin: request.headers.origin, ...caller };
  },
);
