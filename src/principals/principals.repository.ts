import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { accountJson, toAccount, type AccountJson } from '../database/account-json.js';
import { PrismaService } from '../database/prisma.service.js';
import { PrincipalCache } from './principal-cache.js';
import type { Principal } from './principal.js';

interface PrincipalJson extends Omit<Principal, 'account' | 'issuedAt' | 'expiresAt' | 'viaQuery'> {
  readonly account: AccountJson;
  readonly issuedAt: string;
  readonly expiresAt: string | null;
}

/** Requests join only lookups younger than this: changes on other nodes must be visible within 250 ms. */
const sharedMs = 200;

/** The maximum number of tokens per statement. */
const maxTokens = 100;

/**
 * The tokens that one statement looks up. A single map of all lookups in progress would grow and shrink with each
 * lookup and keep V8 from collecting them early.
 */
class Batch {
  readonly startedAt = performance.now();
  readonly tokenIds = new Set<string>();
  isSent = false;
  found!: Promise<ReadonlyMap<string, Principal>>;

  /** @param changeCount requests that follow a change on this node do not join older batches */
  constructor(readonly changeCount: number) {}
}

@Injectable()
export class PrincipalsRepository {
  /** Batches in progress, oldest first. */
  private readonly batches: Batch[] = [];
  private statement: string | undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly cache: PrincipalCache,
  ) {}

  /** One statement looks up all tokens of the same turn of the event loop. Requests with the same token share it. */
  async find(tokenId: string): Promise<Principal | undefined> {
    const since = performance.now() - sharedMs;
    const current = this.batches.filter(
      ({ changeCount, startedAt }) => changeCount === this.cache.changeCount && startedAt > since,
    );
    const batch =
      current.find(({ tokenIds }) => tokenIds.has(tokenId)) ??
      current.find(({ isSent, tokenIds }) => !isSent && tokenIds.size < maxTokens) ??
      this.begin();
    batch.tokenIds.add(tokenId);
    return (await batch.found).get(tokenId);
  }

  private begin(): Batch {
    const batch = new Batch(this.cache.changeCount);
    this.batches.push(batch);
    batch.found = this.lookUp(batch).finally(() => {
      this.batches.splice(this.batches.indexOf(batch), 1);
    });
    return batch;
  }

  private async lookUp(batch: Batch): Promise<ReadonlyMap<string, Principal>> {
    await setImmediate();
    batch.isSent = true;
    const statement = (this.statement ??= await this.select());
    const toBytea = (id: string) => `\\x${Buffer.from(id, 'base64url').toString('hex')}`;
    const hashes = Array.from(batch.tokenIds, toBytea);
    const rows = await this.prisma.queryJson<PrincipalJson>(statement, [hashes]);
    return new Map(rows.map((row) => [row.tokenId, toPrincipal(row)]));
  }

  private async select(): Promise<string> {
    const [tokens, accounts, applications] = await Promise.all(
      ['access_tokens', 'accounts', 'applications'].map((name) => this.prisma.table(name)),
    );
    return `
      SELECT json_build_object(
        'tokenId', translate(encode(token.hash, 'base64'), '+/=', '-_'),
        'kind', token.kind, 'scope', token.scope, 'authorizationId', token.authorization_id,
        'resource', token.resource, 'issuedAt', token.created_at,
        'expiresAt', token.expires_at, 'account', ${accountJson('account')},
        'application', json_build_object(
          'id', application.id, 'name', application.name, 'ownerId', application.owner_id,
          'apiVersion', application.api_version, 'isSuspended', owner.suspended_at IS NOT NULL
        )
      )::text AS json
      FROM ${tokens} AS token
        JOIN ${accounts} AS account ON account.id = token.account_id
        JOIN ${applications} AS application ON application.id = token.application_id
        JOIN ${accounts} AS owner ON owner.id = application.owner_id
      WHERE token.hash = ANY ($1::bytea[])`;
  }
}

/** Lists each member, because V8 would create a hidden class for each object with a rest or spread of the row. */
function toPrincipal(row: PrincipalJson): Principal {
  return Object.freeze({
    tokenId: row.tokenId,
    kind: row.kind,
    authorizationId: row.authorizationId,
    account: Object.freeze(toAccount(row.account)),
    application: Object.freeze(row.application),
    scope: Object.freeze(row.scope),
    resource: row.resource,
    issuedAt: new Date(row.issuedAt),
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt),
  });
}
