import { Injectable } from '@nestjs/common';
import { ChangesService } from '../../changes/changes.service.js';
import { ChangeLog } from '../../database/change-log.js';
import { InvalidTargetError } from '../../errors/error-registry.js';
import { ProtectedResources } from '../../http/protected-resources.js';
import { findProblem, isSameResource, type Resource } from '../../principals/resource.js';
import { RowCache } from '../../principals/row-cache.js';
import type { Requester } from '../../request/requester.js';
import { ResourcesRepository } from './resources.repository.js';

/** No identifier is longer, nor is a public URL with its paths. */
const maxRequestedCharacters = 2_000;

/** The resources that the host's options and the operators' commands declare. */
@Injectable()
export class ResourcesService {
  private readonly cache: RowCache<readonly Resource[]>;

  constructor(
    private readonly repository: ResourcesRepository,
    private readonly own: ProtectedResources,
    private readonly changes: ChangesService,
    changeLog: ChangeLog,
  ) {
    this.cache = new ResourceListCache(changeLog, Infinity);
  }

  async list(): Promise<readonly Resource[]> {
    const { declared } = this.own;
    return [...declared, ...(await this.stored())];
  }

  async find(identifier: string): Promise<Resource | undefined> {
    return (await this.list()).find((each) => isSameResource(each.identifier, identifier));
  }

  /**
   * Returns the resource that a client requests; undefined for the account API.
   *
   * @throws InvalidTargetError for an unknown one (RFC 8707 section 2)
   */
  async findRequested(identifier: string | undefined): Promise<Resource | undefined> {
    if (identifier === undefined) return undefined;
    if (identifier.length > maxRequestedCharacters) throw new InvalidTargetError();
    if (this.own.isAccountApi(identifier)) return undefined;
    const resource = await this.find(identifier);
    if (!resource) throw new InvalidTargetError();
    return resource;
  }

  /** Returns false if the resource already exists. @throws TypeError for an invalid resource */
  async create(resource: Resource, requester: Requester): Promise<boolean> {
    const problem = findProblem(resource);
    if (problem) throw new TypeError(`The resource ${resource.identifier} ${problem}.`);
    const { identifier } = resource;
    if (this.own.isAccountApi(identifier) || (await this.find(identifier))) return false;
    const created = await this.changes.run(
      { event: 'resource.create', accountId: null, members: [identifier], proof: requester },
      (change) => this.repository.insert(change, resource),
    );
    return created === true;
  }

  /** Ends the tokens of a resource, until it is created again. Returns false if no command has created it. */
  async delete(identifier: string, requester: Requester): Promise<boolean> {
    const deleted = await this.changes.run(
      { event: 'resource.delete', accountId: null, members: [identifier], proof: requester },
      (change) => this.repository.delete(change, identifier),
    );
    return deleted === true;
  }

  private async stored(): Promise<readonly Resource[]> {
    const cached = await this.cache.get(listKey);
    if (cached) return cached;
    const before = this.cache.now();
    const stored = await this.repository.list();
    this.cache.keep(stored, before);
    return stored;
  }
}

const listKey = 'resources';

/** Contains one list, which every change of a resource clears. */
class ResourceListCache extends RowCache<readonly Resource[]> {
  protected readonly toKey = () => listKey;
  protected readonly listDependencies = () => [];
  protected readonly countBytes = () => 1;
}
