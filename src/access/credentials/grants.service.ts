import { Injectable } from '@nestjs/common';
import type { Requester } from '../../request/requester.js';
import { isIdentifier } from '../../database/identifier.js';
import type { Grant } from '../../database/records.js';
import { ChangesService } from '../../changes/changes.service.js';
import { GrantsRepository, type GrantOfApplication } from './grants.repository.js';

/** The authorizations of applications by users. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly repository: GrantsRepository,
    private readonly changes: ChangesService,
  ) {}

  /** The grants of an account, the latest first. */
  list(accountId: string): Promise<GrantOfApplication[]> {
    return this.repository.list(accountId);
  }

  /** The grant of an account to an application. */
  find(accountId: string, applicationId: string): Promise<Grant | null> {
    return this.repository.find(accountId, applicationId);
  }

  /** Revokes a grant, if it has not ended already: its codes and tokens end at once. */
  async revoke(accountId: string, id: string, requester: Requester): Promise<void> {
    if (!isIdentifier(id)) return;
    const grant = await this.repository.findById(accountId, id);
    if (!grant) return;
    const about = { accountId, applicationId: grant.applicationId, proof: requester };
    await this.changes.run({ event: 'grant.revoke', ...about }, (change) =>
      this.repository.delete(change, accountId, id),
    );
  }
}
