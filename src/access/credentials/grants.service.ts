import { Injectable } from '@nestjs/common';
import type { Requester } from '../../request/requester.js';
import { isIdentifier } from '../../database/identifier.js';
import type { Grant } from '../../database/records.js';
import { ChangesService } from '../../changes/changes.service.js';
import { GrantsRepository, type GrantOfApplication } from './grants.repository.js';

@Injectable()
export class GrantsService {
  constructor(
    private readonly repository: GrantsRepository,
    private readonly changes: ChangesService,
  ) {}

  list(accountId: string): Promise<GrantOfApplication[]> {
    return this.repository.list(accountId);
  }

  find(accountId: string, applicationId: string): Promise<Grant | null> {
    return this.repository.find(accountId, applicationId);
  }

  /** Revokes a grant, unless it has already ended. Its codes and tokens end immediately. */
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
