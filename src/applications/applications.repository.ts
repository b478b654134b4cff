import { Injectable } from '@nestjs/common';
import { InvalidTokenError, TooManyApplicationsError } from '../errors/error-registry.js';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import { GrantsRepository } from '../access/credentials/grants.repository.js';
import { AuditEventsRepository } from '../audit/audit-events.repository.js';
import { PrincipalCache } from '../access/principals/principal-cache.js';
import { violates } from '../database/connection/constraint-violation.js';
import { lockAccount, lockApplication, type Proof } from '../access/account-lock.js';
import { PrismaService } from '../database/prisma.service.js';
import { DeletionsRepository } from '../database/purge/deletions.repository.js';
import type {
  Application,
  AuditEvent,
  Bytes,
  SqlTransaction,
  Transaction,
} from '../database/records.js';
import type { NewAccessToken } from './own-tokens.repository.js';

/** The fields of an application that its owner can change. */
export interface ApplicationFields {
  name: string;
  redirectUris: string[];
  apiVersion: string;
  requirePkce: boolean;
}

export interface NewApplication extends ApplicationFields {
  id: string;
  ownerId: string;
  clientSecretHash: Bytes | null;
}

/** An application after a change, and whether the change changed any field. */
export interface UpdatedApplication {
  readonly application: Application;
  readonly isChanged: boolean;
}

/** A page of the applications of all owners, the newest first. */
export interface ApplicationsPage {
  /** The most applications of the page. */
  readonly limit: number;
  /** The id of an application: the page has those created before it. */
  readonly before?: string | undefined;
}

/** An application with the email of its owner. */
export type OwnedApplication = Application & { owner: { email: string } };

/** The most applications of one account: each has a token, a page and rows in the audit trail. */
const mostApplications = 100;

const oldestFirst = [{ createdAt: 'asc' }, { id: 'asc' }] as const;

@Injectable()
export class ApplicationsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
    private readonly auditEvents: AuditEventsRepository,
    private readonly tokens: AccessTokensRepository,
    private readonly grants: GrantsRepository,
    private readonly deletions: DeletionsRepository,
  ) {}

  find(ownerId: string, id: string): Promise<Application | null> {
    return this.prisma.application.findUnique({ where: { id, ownerId } });
  }

  /** An application of any owner. */
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

  /** Applications of all owners, the newest first. @returns null if there is no application `before` */
  async listAll({ limit, before }: ApplicationsPage): Promise<OwnedApplication[] | null> {
    const last =
      before === undefined
        ? undefined
        : await this.prisma.application.findUnique({ where: { id: before } });
    if (last === null) return null;
    return this.prisma.application.findMany({
      where: last && {
        OR: [{ createdAt: { lt: last.createdAt } }, { id: { lt: last.id } }],
        createdAt: { lte: last.createdAt },
      },
      include: { owner: { select: { email: true } } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit,
    });
  }

  /**
   * The application together with its token for its owner's account.
   *
   * @param proof the session or token that it is made with
   * @param transaction the one in which the owner is created
   * @throws TooManyApplicationsError; InvalidTokenError when the session or token has ended meanwhile
   */
  async create(
    application: NewApplication,
    token: NewAccessToken,
    proof: Proof,
    events: readonly AuditEvent[],
    transaction?: Transaction,
  ): Promise<Application> {
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
    try {
      return await this.auditEvents.changeInTransaction(
        events,
        async (joined) => {
          await this.assertRoom(joined, accountId, proof);
          const created = await joined.application.create({ data });
          await this.tokens.insert(joined, own);
          return created;
        },
        transaction,
      );
    } catch (error) {
      // The owner was deleted meanwhile, and the caller's token with it.
      throw violates(error, 'foreign key') ? new InvalidTokenError() : error;
    }
  }

  /** Serializes concurrent creations for one owner. */
  private async assertRoom(transaction: Transaction, ownerId: string, proof: Proof): Promise<void> {
    await lockAccount(this.prisma, transaction, ownerId, proof);
    const count = await transaction.application.count({ where: { ownerId } });
    if (count >= mostApplications) throw new TooManyApplicationsError({ max: mostApplications });
  }

  /**
   * Applies the changes in one statement, which does not write a row that has these values already. Returns
   * the application as it is now, or undefined when its owner has none of this id.
   */
  async update(
    ownerId: string,
    id: string,
    changes: Partial<ApplicationFields>,
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<UpdatedApplication | undefined> {
    const differs = Object.entries(changes).map(([column, value]) => ({
      NOT: { [column]: { equals: value } },
    }));
    const work = this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockApplication(this.prisma, transaction, { id, ownerId }, proof)))
        return undefined;
      const [updated] = await transaction.application.updateManyAndReturn({
        where: { id, ownerId, OR: differs },
        data: { ...changes, updatedAt: new Date() },
      });
      return updated;
    });
    const updated = await work.finally(() => this.principals.forget(id));
    if (updated) return { application: updated, isChanged: true };
    const application = await this.find(ownerId, id);
    return application ? { application, isChanged: false } : undefined;
  }

  /** Replaces the secret. Returns undefined where there is none to replace. */
  replaceSecret(
    ownerId: string,
    id: string,
    clientSecretHash: Bytes,
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<Application | undefined> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockApplication(this.prisma, transaction, { id, ownerId }, proof)))
        return undefined;
      const [updated] = await transaction.application.updateManyAndReturn({
        where: { id, ownerId, clientSecretHash: { not: null } },
        data: { clientSecretHash, updatedAt: new Date() },
      });
      return updated;
    });
  }

  /** Deletes the application with its tokens and grants. Returns whether it existed. */
  delete(
    ownerId: string,
    id: string,
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    const work = this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockApplication(this.prisma, transaction, { id, ownerId }, proof))) return false;
      const { count } = await transaction.application.deleteMany({ where: { id, ownerId } });
      return count > 0;
    });
    return work.finally(() => {
      this.principals.forget(id);
      this.deletions.finish();
    });
  }

  /**
   * Ends the tokens and grants of all applications of an owner, removes their redirect URIs, and replaces their secrets.
   *
   * @param clientSecretHash of a secret that nobody knows: a client without one would be public
   */
  async emptyAll(
    transaction: SqlTransaction,
    ownerId: string,
    clientSecretHash: Bytes,
  ): Promise<void> {
    const applications = await this.prisma.table('applications');
    const emptied = await this.prisma.queryJson<string>(
      `UPDATE ${applications} SET redirect_uris = '{}', updated_at = now(),
         client_secret_hash = CASE WHEN client_secret_hash IS NOT NULL THEN decode($2, 'hex') END
       WHERE owner_id = $1 RETURNING to_json(id)::text AS json`,
      [ownerId, Buffer.from(clientSecretHash).toString('hex')],
      transaction,
    );
    await this.tokens.deleteOfApplications(transaction, emptied);
    await this.grants.deleteOfApplications(transaction, emptied);
  }

  /** Deletes all applications of an owner with their tokens and grants. */
  async deleteAll(transaction: SqlTransaction, ownerId: string): Promise<void> {
    await this.prisma.queryJson(
      `DELETE FROM ${await this.prisma.table('applications')} WHERE owner_id = $1 RETURNING '1' AS json`,
      [ownerId],
      transaction,
    );
  }
}
