import { Injectable } from '@nestjs/common';
import type { Session } from '../../database/records.js';
import { ChangesService } from '../../changes/changes.service.js';
import type { Proof } from '../../changes/proof.js';
import { hashToken, isWellFormedToken, newAccessToken } from '../../principals/access-token.js';
import { ChangeLog } from '../../database/change-log.js';
import { isRecent } from '../../principals/session-principal.js';
import { isIdentifier, newIdentifier } from '../../database/identifier.js';
import type { Requester } from '../../request/requester.js';
import { TokenSeal } from '../sealing/token-seal.js';
import { unite } from './authentication-methods.js';
import { SessionLifetimes } from './session-lifetimes.js';
import { SessionsRepository, type SessionOfAccount } from './sessions.repository.js';
import { ipAddress } from '../../audit/ip-address.js';

const minute = 60_000;

/** The maximum number of sessions of an account. */
export const maxSessions = 50;

/** The browser, and how its user has authenticated. */
export interface SessionStart {
  /** Helps the user recognise the session. */
  readonly userAgent: string;
  /** The IP address of the browser. */
  readonly source: string;
  /** How the user has authenticated (RFC 8176). */
  readonly amr: readonly string[];
  /** Whether the account is used in this browser for the first time. The owner is then notified. Default: false */
  readonly isNewBrowser?: boolean;
}

/** The browser in a notice about a sign-in. */
export type NewBrowser = Pick<Session, 'userAgent' | 'source'>;

/** The members of a session that its extension depends on. */
export type SessionInUse = Pick<Session, 'id' | 'createdAt' | 'lastSeenAt' | 'expiresAt'>;

/** The sessions of browsers: their tokens, lifetimes and confirmations. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly changes: ChangesService,
    private readonly changeLog: ChangeLog,
    private readonly seal: TokenSeal,
    readonly lifetimes: SessionLifetimes,
  ) {}

  /** Returns the token for the browser's cookie, or undefined if the password changed after it was checked. */
  async begin(
    accountId: string,
    proof: Proof,
    { userAgent, source, amr, isNewBrowser = false }: SessionStart,
  ): Promise<string | undefined> {
    const token = newAccessToken();
    const now = new Date();
    const session = {
      id: newIdentifier(),
      hash: hashToken(token),
      accountId,
      userAgent: userAgent.replaceAll(/\p{C}/gu, '').slice(0, 255),
      source: ipAddress(source) ?? '',
      createdAt: now,
      lastSeenAt: now,
      confirmedAt: null,
      amr: [...amr],
      expiresAt: this.lifetimes.getExpiry({ createdAt: now, lastSeenAt: now }),
    };
    const event = isNewBrowser ? 'browser.add' : undefined;
    const begun = await this.changes.run({ event, accountId, proof }, (change) => {
      const browser: NewBrowser = { userAgent: session.userAgent, source: session.source };
      if (isNewBrowser) change.notice = { sealed: this.seal.sealJson(browser, accountId) };
      return this.repository.create(change, session, maxSessions);
    });
    return begun && token;
  }

  /** Returns the session of a token with its account, which may be suspended, and extends it. */
  async find(token: string): Promise<SessionOfAccount | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const session = await this.repository.find(hashToken(token));
    const now = new Date();
    if (!session || session.expiresAt <= now) return undefined;
    return this.use(session);
  }

  /** Extends a session that is in use. Returns it as it is now. */
  async use<S extends SessionInUse>(session: S): Promise<S> {
    const { id, createdAt, lastSeenAt } = session;
    const now = new Date();
    if (now.getTime() - lastSeenAt.getTime() <= minute) return session;
    const expiresAt = this.lifetimes.getExpiry({ createdAt, lastSeenAt: now });
    await this.repository.extend(id, now, expiresAt);
    return { ...session, lastSeenAt: now, expiresAt };
  }

  /** Replaces the token of a session, which invalidates the old one. Returns the new one. */
  async renew({ id }: Session): Promise<string> {
    const token = newAccessToken();
    await this.repository.replaceHash(id, hashToken(token));
    this.changeLog.forget(id);
    return token;
  }

  /**
   * Records for ten minutes that the user has confirmed. Returns the new session token, or undefined if the session has
   * ended. The old token stops working, because an attacker may have a copy.
   *
   * @param methods how the user has authenticated now (RFC 8176)
   */
  async confirm(
    { id, accountId, amr }: Session,
    proof: Proof,
    methods: readonly string[],
  ): Promise<string | undefined> {
    const token = newAccessToken();
    const record = { event: 'session.confirm', accountId, proof } as const;
    const isConfirmed = await this.changes.run(record, (change) =>
      this.repository.confirm(change, id, {
        hash: hashToken(token),
        confirmedAt: new Date(),
        // A password alone suffices only without a second factor, so any earlier one has been removed in the meantime.
        amr: methods.includes('mfa') ? unite(amr, methods) : [...methods],
      }),
    );
    return isConfirmed ? token : undefined;
  }

  /** Returns the sessions of an account, the most recently used first. */
  list(accountId: string): Promise<Session[]> {
    return this.repository.list(accountId);
  }

  /** Ends a session of an account, if it exists. */
  async end(accountId: string, id: string, proof: Requester): Promise<void> {
    if (!isIdentifier(id)) return;
    await this.changes.run({ event: 'session.end', accountId, proof }, (change) =>
      this.repository.delete(change, accountId, id),
    );
  }

  /** Ends all sessions of an account, except `exceptId`. Returns whether any existed. */
  async endAll(accountId: string, proof: Requester, exceptId?: string): Promise<boolean> {
    const ended = await this.changes.run({ event: 'session.end', accountId, proof }, (change) =>
      this.repository.deleteAll(change, accountId, exceptId),
    );
    return ended ?? false;
  }
}

/** When the user last authenticated: signed in, or confirmed. */
export function authenticatedAt({
  createdAt,
  confirmedAt,
}: Pick<Session, 'createdAt' | 'confirmedAt'>): Date {
  return confirmedAt ?? createdAt;
}

/** Whether the user has signed in, or confirmed, in the last ten minutes. */
export function isConfirmed(session: Session): boolean {
  return isRecent(authenticatedAt(session));
}
