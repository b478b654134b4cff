import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { withoutPassword } from '../../database/account-json.js';
import type { Account } from '../../database/records.js';

@Injectable()
export class SuspensionsRepository {
  async suspend({ models }: Change, id: string, reason: string): Promise<Account | undefined> {
    const [suspended] = await models.account.updateManyAndReturn({
      where: { id, suspendedAt: null },
      data: { suspendedAt: new Date(), suspensionReason: reason },
      ...withoutPassword,
    });
    return suspended;
  }

  async restore({ models }: Change, id: string): Promise<Account | undefined> {
    const account = await models.account.findUnique({ where: { id }, ...withoutPassword });
    if (!account?.suspendedAt) return undefined;
    const startedAt = account.suspendedAt;
    const endedAt = new Date(Math.max(Date.now(), startedAt.getTime()));
    // Record the suspended time, which does not count towards the expiry of refresh tokens.
    await models.suspension.createMany({
      data: { accountId: id, startedAt, endedAt },
      skipDuplicates: true,
    });
    return models.account.update({
      where: { id },
      data: { suspendedAt: null, suspensionReason: null },
      ...withoutPassword,
    });
  }
}
