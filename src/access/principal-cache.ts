import { Injectable } from '@nestjs/common';
import { ChangeLog, type ChangeObserver } from '../database/change-log.js';
import type { Account } from '../database/records.js';
import { Dependents } from './dependents.js';
import { frozen } from './frozen.js';
import { hasExpired, type Principal } from './principal.js';

/** The most principals that are kept: some 12 MB. */
export const mostPrincipals = 10_000;

/**
 * The principals that were asked for last, as long as it is sure that all changes of other nodes are
 * known. Whoever changes something on this node tells it before they answer.
 */
@Injectable()
export class PrincipalCache implements ChangeObserver {
  /** By the id of their token, the one used longest ago first. */
  private readonly principals = new Map<string, Principal>();
  private readonly dependents = new Dependents();
  /** When an id was forgotten last, and when everything was; time is counted in forgettings. */
  private readonly forgottenAt = new Map<string, number>();
  private clearedAt = 0;
  private time = 0;

  constructor(private readonly changes: ChangeLog) {
    changes.observe(this);
  }

  /** The principal of a token that has not ended, if it is known and may be relied on. */
  async get(tokenId: string): Promise<Principal | undefined> {
    if (!this.principals.has(tokenId)) return undefined;
    if (!this.changes.isCurrent() && !(await this.changes.becomesCurrent())) return undefined;
    const principal = this.principals.get(tokenId);
    if (!principal || hasExpired(principal)) return undefined;
    this.principals.delete(tokenId);
    this.principals.set(tokenId, principal);
    return principal;
  }

  /** The time, for a principal that is read after it. None while changes are not read. */
  now(): number | undefined {
    return this.changes.isFollowing() ? this.time : undefined;
  }

  /** Keeps a principal, unless anything about it was forgotten since `readAfter`. */
  keep(principal: Principal, readAfter: number | undefined): void {
    if (readAfter === undefined || this.clearedAt > readAfter) return;
    const { tokenId } = principal;
    const dependencies = dependenciesOf(principal);
    const isOutdated = (id: string) => (this.forgottenAt.get(id) ?? 0) > readAfter;
    if (isOutdated(tokenId) || dependencies.some(isOutdated)) return;
    this.drop(tokenId);
    this.principals.set(tokenId, principal);
    for (const id of dependencies) this.dependents.add(id, tokenId);
    if (this.principals.size > mostPrincipals) this.drop(this.principals.keys().next().value!);
  }

  /**
   * Forgets a token, or all tokens of an account, an application, an owner or an authorization.
   *
   * @param revision where only the account itself has changed: what it became. Tokens that show it
   *   so, or later, are kept
   */
  forget(id: string, revision?: number): void {
    this.outdate(id);
    this.drop(id);
    for (const tokenId of this.dependents.of(id)) {
      if (revision === undefined || this.showsEarlier(tokenId, id, revision)) this.drop(tokenId);
    }
  }

  /** What was changed on this node: from now on tokens show their account so. */
  renew(account: Account): void {
    this.outdate(account.id);
    const renewed = frozen(account);
    for (const tokenId of this.dependents.of(account.id)) {
      if (!this.showsEarlier(tokenId, account.id, account.revision)) continue;
      const principal = this.principals.get(tokenId)!;
      this.principals.set(tokenId, Object.freeze({ ...principal, account: renewed }));
    }
  }

  clear(): void {
    this.clearedAt = ++this.time;
    this.forgottenAt.clear();
    this.principals.clear();
    this.dependents.clear();
  }

  private showsEarlier(tokenId: string, accountId: string, revision: number): boolean {
    const { account } = this.principals.get(tokenId)!;
    return account.id === accountId && account.revision < revision;
  }

  /** Who looked something up before now does not keep it. */
  private outdate(id: string): void {
    this.forgottenAt.set(id, ++this.time);
    if (this.forgottenAt.size > mostPrincipals) {
      // Not to grow for ever: nobody keeps what they look up at this moment.
      this.forgottenAt.clear();
      this.clearedAt = this.time;
    }
  }

  private drop(tokenId: string): void {
    const principal = this.principals.get(tokenId);
    if (!principal) return;
    this.principals.delete(tokenId);
    for (const id of dependenciesOf(principal)) this.dependents.delete(id, tokenId);
  }
}

/** With any of these a token may change or end. */
function dependenciesOf({ account, application, authorizationId }: Principal): string[] {
  const ids = [account.id, application.id, application.ownerId];
  return authorizationId ? [...ids, authorizationId] : ids;
}
