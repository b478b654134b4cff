import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import {
  ApplicationUntrustableError,
  PreconditionFailedError,
  TooManyApplicationsError,
} from '../errors/error-registry.js';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import type { Change } from '../changes/change.js';
import type { ListPosition } from '../database/list-position.js';
import {
  findBeginning,
  maxExamined,
  readInChunks,
  readIndex,
  readInOrder,
  readPage,
  readShortList,
  type FoundPage,
  type Parameter,
} from '../database/newest-first.js';
import { PrismaService } from '../database/prisma.service.js';
import { beginDeletion } from '../database/purge/deletions.repository.js';
import type { Application, Bytes, SqlTransaction, Transaction } from '../database/records.js';
import { toSecretId, validSecrets } from './client-secrets.js';
import type { NewAccessToken } from './own-tokens.repository.js';
import { canTrust } from './redirect-uri.js';

export type ApplicationFields = Pick<
  Application,
  | 'name'
  | 'redirectUris'
  | 'postLogoutRedirectUris'
  | 'apiVersion'
  | 'requirePkce'
  | 'clientCredentials'
>;

/** A query for a page of the applications of all owners, newest first. */
export interface ApplicationsPage {
  /** The maximum number of applications on the page. */
  readonly limit: number;
  /** The id of an application, or the position where the previous page ends. The page contains older applications. */
  readonly before?: string | undefined;
  /** The id of the owner. Default: all owners */
  readonly ownerId?: string | undefined;
  /** The beginning of the name, in any letter case. Default: all names */
  readonly namePrefix?: string | undefined;
}

/** An application with the email of its owner. */
export type OwnedApplication = Application & { owner: { email: string } };

/** The maximum number of applications of an account. Each has a token, a page and rows in the audit trail. */
const maxApplications = 100;
const oldestFirst = [{ createdAt: 'asc' }, { id: 'asc' }] as const;

@Injectable()
export class ApplicationsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: AccessTokensRepository,
  ) {}

  find(ownerId: string, id: string): Promise<Application | null> {
    return this.prisma.application.findUnique({ where: { id, ownerId } });
  }

  findAny(id: string): Promise<Application | null> {
    return this.prisma.application.findUnique({ where: { id } });
  }

  async findName(id: string): Promise<string | undefined> {
    const select = { name: true };
    return (await this.prisma.application.findUnique({ where: { id }, select }))?.name;
  }

  list(ownerId: string): Promise<Application[]> {
    return this.prisma.application.findMany({ where: { ownerId }, orderBy: [...oldestFirst] });
  }

  findPosition(id: string): Promise<ListPosition | null> {
    const select = { id: true, createdAt: true };
    return this.prisma.application.findUnique({ where: { id }, select });
  }

  /** Newest first, after `position`. */
  async listAll(
    { limit, ownerId, namePrefix }: Omit<ApplicationsPage, 'before'>,
    position?: ListPosition,
  ): Promise<FoundPage<OwnedApplication>> {
    const table = await this.prisma.table('applications');
    const values: unknown[] = [];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const where: string[] = [];
    if (namePrefix !== undefined) {
      where.push(`lower(name) ^@ lower(${parameter(namePrefix)}::text)`);
    }
    if (position) {
      const at = `${parameter(position.createdAt.toISOString())}::timestamptz`;
      where.push(`(created_at, id) < (${at}, ${parameter(position.id)})`);
    }
    const { rows: ids, ...end } = await readInOrder(this.prisma, async (transaction) => {
      const owned = `SELECT id, created_at FROM ${table} WHERE owner_id =`;
      const source =
        ownerId === undefined
          ? await this.toSource(namePrefix, position, parameter, transaction)
          : readShortList({ ids: `${owned} ${parameter(ownerId)}`, table, position }, parameter);
      const page = {
        sources: [{ ...source, where }],
        time: 'created_at',
        json: 'found.id',
        limit,
      } as const;
      return readPage<string>(this.prisma, transaction, page, values);
    });
    const rows = await readInChunks(ids, (some) =>
      this.prisma.application.findMany({
        where: { id: { in: [...some] } },
        include: { owner: { select: { email: true } } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      }),
    );
    return { rows, ...end };
  }

  /** Returns the applications whose name begins so if they are few, or else all of them. */
  private async toSource(
    namePrefix: string | undefined,
    position: ListPosition | undefined,
    parameter: Parameter,
    transaction: SqlTransaction,
  ) {
    const table = await this.prisma.table('applications');
    if (namePrefix !== undefined) {
      const named = (prefix: string) =>
        findBeginning(table, 'lower(name)', `lower(${prefix}::text)`);
      const count = await this.prisma.queryJsonRow<number>(
        `SELECT to_json(count(*))::text AS json FROM (${named('$1')}) AS named`,
        [namePrefix],
        transaction,
      );
      if (count <= maxExamined) {
        return readShortList({ ids: named(parameter(namePrefix)), table, position }, parameter);
      }
    }
    return readIndex({ table, time: 'created_at', equal: [], position }, parameter);
  }

  async create(
    change: Change,
    application: Omit<
      Application,
      'createdAt' | 'updatedAt' | 'previousSecretHash' | 'previousSecretExpiresAt'
    >,
    token: NewAccessToken,
  ) {
    const now = new Date();
    const { id: applicationId, ownerId: accountId } = application;
    const data = { ...application, createdAt: now, updatedAt: now };
    const own = {
      ...token,
      kind: 'application',
      applicationId,
      accountId,
      createdAt: now,
    } as const;
    // Creations for one owner are serialised, since each has locked the owner.
    const count = await change.models.application.count({ where: { ownerId: accountId } });
    if (count >= maxApplications) throw new TooManyApplicationsError({ max: maxApplications });
    const created = await change.models.application.create({ data });
    await this.tokens.insert(change, own);
    return created;
  }

  /**
   * Skips a row with the same values, and one without the `known` redirect URIs; then returns undefined. A trigger ends
   * the trust of an operator if the redirect URIs change.
   */
  async update(
    change: Change,
    id: string,
    changes: Partial<ApplicationFields>,
    known?: readonly string[],
  ): Promise<Application | undefined> {
    const differs = Object.entries(changes).map(([column, value]) => ({
      NOT: { [column]: { equals: value } },
    }));
    const [updated] = await change.models.application.updateManyAndReturn({
      where: { id, OR: differs, ...(known && { redirectUris: { equals: [...known] } }) },
      data: { ...changes, updatedAt: new Date() },
    });
    if (updated && changes.clientCredentials === false) {
      await this.tokens.deleteClientTokens(change, updated);
    }
    return updated;
  }

  async isTrusted({ models }: Change, id: string): Promise<boolean> {
    return (await models.application.count({ where: { id, trusted: true } })) > 0;
  }

  /**
   * Trusts an application, unless it is trusted already; then returns undefined.
   *
   * @param known the redirect URIs that the operator has seen
   * @throws PreconditionFailedError for others, ApplicationUntrustableError
   */
  async trust(
    { models }: Change,
    id: string,
    known: readonly string[],
  ): Promise<Application | undefined> {
    const application = await models.application.findUniqueOrThrow({ where: { id } });
    const { redirectUris } = application;
    if (!isDeepStrictEqual(redirectUris, known)) throw new PreconditionFailedError();
    if (!canTrust(application, redirectUris)) throw new ApplicationUntrustableError();
    return this.setTrusted(models, id, true);
  }

  distrust({ models }: Change, id: string): Promise<Application | undefined> {
    return this.setTrusted(models, id, false);
  }

  private async setTrusted(models: Transaction, id: string, trusted: boolean) {
    const [changed] = await models.application.updateManyAndReturn({
      where: { id, trusted: !trusted },
      data: { trusted, updatedAt: new Date() },
    });
    return changed;
  }

  /** @param keptUntil when the replaced secret expires; null ends it now. The one before it always ends now */
  async replaceSecret(
    { models }: Change,
    id: string,
    clientSecretHash: Bytes,
    keptUntil: Date | null,
  ): Promise<Application | undefined> {
    const replaced = await models.application.findUnique({ where: { id } });
    if (!replaced?.clientSecretHash) return undefined;
    const kept = keptUntil && replaced.clientSecretHash;
    await models.clientSecretUse.deleteMany({
      where: { applicationId: id, ...(kept && { secretHash: { not: kept } }) },
    });
    return models.application.update({
      where: { id },
      data: {
        clientSecretHash,
        previousSecretHash: kept,
        previousSecretExpiresAt: keptUntil,
        updatedAt: new Date(),
      },
    });
  }

  /** Ends the secret that the current one has replaced, if it is the one with this id. */
  async removePreviousSecret({ models }: Change, id: string, secretId: string): Promise<boolean> {
    const application = await models.application.findUnique({ where: { id } });
    const [, previous] = application ? validSecrets(application) : [];
    if (!previous || toSecretId(previous.hash) !== secretId) return false;
    const where = { applicationId: id, secretHash: previous.hash };
    await models.clientSecretUse.deleteMany({ where });
    await models.application.update({
      where: { id },
      data: { previousSecretHash: null, previousSecretExpiresAt: null, updatedAt: new Date() },
    });
    return true;
  }

  /** Does not delete the tokens: `end_sign_ins()` does. */
  async disableClientCredentials({ models }: Change, ownerIds: readonly string[]): Promise<void> {
    await models.application.updateMany({
      where: { ownerId: { in: [...ownerIds] }, clientCredentials: true },
      data: { clientCredentials: false, updatedAt: new Date() },
    });
  }

  async delete({ models }: Change, id: string): Promise<boolean> {
    return (await models.application.deleteMany({ where: { id } })).count > 0;
  }

  /** Replaces secrets, because a client without one would be public. Starts the deletion of tokens and grants. */
  async resetAll({ models }: Change, ownerId: string, clientSecretHash: Bytes): Promise<void> {
    const data = { redirectUris: [], postLogoutRedirectUris: [], updatedAt: new Date() };
    const select = { id: true };
    const emptied = [
      await models.application.updateManyAndReturn({
        where: { ownerId, clientSecretHash: null },
        data,
        select,
      }),
      await models.application.updateManyAndReturn({
        where: { ownerId, clientSecretHash: { not: null } },
        data: { ...data, clientSecretHash, clientCredentials: false },
        select,
      }),
    ].flat();
    for (const { id } of emptied) {
      await beginDeletion(this.prisma, models, 'emptied_applications', id);
    }
  }

  async deleteAll({ models }: Change, ownerId: string): Promise<void> {
    await models.application.deleteMany({ where: { ownerId } });
  }
}
