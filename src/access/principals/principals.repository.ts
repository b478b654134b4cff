import { Injectable } from '@nestjs/common';
import { accountJson, accountOf, type AccountJson } from '../../database/account-json.js';
import { PrismaService } from '../../database/prisma.service.js';
import { PrincipalCache } from './principal-cache.js';
import type { Principal } from './principal.js';

interface PrincipalJson extends Pick<
  Principal,
  'application' | 'kind' | 'scope' | 'authorizationId'
> {
  /** Of the token, in hexadecimal. */
  readonly hash: string;
  readonly account: AccountJson;
  readonly expiresAt: string | null;
}

/** What other nodes change is seen in 250 ms, and a look-up that began earlier has not seen it. */
const sharedMs = 200;

/** At most so many tokens are looked up by one statement. */
const maxTogether = 100;

interface LookUp {
  readonly startedAt: number;
  /** Of the cache at that time: a change of this node is seen by what is asked after it. */
  readonly changeCount: number;
  readonly found: Promise<Principal | undefined>;
}

interface Waiting {
  readonly tokenId: string;
  readonly resolve: (found: Principal | undefined) => void;
  readonly reject: (error: unknown) => void;
}

@Injectable()
export class PrincipalsRepository {
  /** Those under way, by the id of their token. */
  private readonly lookUps = new Map<string, LookUp>();
  /** Those that the next statement will look up. */
  private waiting: Waiting[] = [];
  private statement: Promise<string> | undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly cache: PrincipalCache,
  ) {}

  /**
   * The principal behind a token. All requests that ask for it at once share the look-up, and one
   * statement looks up all tokens of requests that were read in the same turn of the event loop.
   */
  find(tokenId: string): Promise<Principal | undefined> {
    const startedAt = performance.now();
    const { changeCount } = this.cache;
    const shared = this.lookUps.get(tokenId);
    if (shared?.changeCount === changeCount && startedAt - shared.startedAt < sharedMs) {
      return shared.found;
    }
    const found = this.lookUp(tokenId).finally(() => {
      if (this.lookUps.get(tokenId) === lookUp) this.lookUps.delete(tokenId);
    });
    const lookUp = { startedAt, changeCount, found };
    this.lookUps.set(tokenId, lookUp);
    return found;
  }

  private lookUp(tokenId: string): Promise<Principal | undefined> {
    return new Promise((resolve, reject) => {
      const count = this.waiting.push({ tokenId, resolve, reject });
      if (count === 1) setImmediate(() => void this.lookUpWaiting());
      if (count === maxTogether) void this.lookUpWaiting();
    });
  }

  private async lookUpWaiting(): Promise<void> {
    const { waiting } = this;
    this.waiting = [];
    if (waiting.length === 0) return;
    try {
      const statement = await (this.statement ??= this.select());
      const hashes = waiting.map(({ tokenId }) => hexOf(tokenId));
      const rows = await this.prisma.queryJson<PrincipalJson>(statement, [
        hashes.map((hash) => `\\x${hash}`),
      ]);
      const found = new Map(rows.map((row) => [row.hash, principalOf(row)]));
      for (const [index, { resolve }] of waiting.entries()) resolve(found.get(hashes[index]!));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  private async select(): Promise<string> {
    const [tokens, accounts, applications] = await Promise.all(
      ['access_tokens', 'accounts', 'applications'].map((name) => this.prisma.table(name)),
    );
    return `
      SELECT json_build_object(
        'hash', encode(token.hash, 'hex'),
        'kind', token.kind, 'scope', token.scope, 'authorizationId', token.authorization_id,
        'expiresAt', token.expires_at, 'account', ${accountJson('account')},
        'application', json_build_object(
          'id', application.id, 'name', application.name, 'ownerId', application.owner_id,
          'apiVersion', application.api_version
        )
      )::text AS json
      FROM ${tokens} AS token
        JOIN ${accounts} AS account ON account.id = token.account_id
        JOIN ${applications} AS application ON application.id = token.application_id
      WHERE token.hash = ANY ($1::bytea[])`;
  }
}

function hexOf(tokenId: string): string {
  return Buffer.from(tokenId, 'base64url').toString('hex');
}

function principalOf(json: PrincipalJson): Principal {
  const { hash, account, application, kind, scope, authorizationId, expiresAt } = json;
  return Object.freeze({
    account: Object.freeze(accountOf(account)),
    application: Object.freeze(application),
    kind,
    scope: Object.freeze(scope),
    authorizationId,
    tokenId: Buffer.from(hash, 'hex').toString('base64url'),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  });
}
