import { isIdentifier } from '../../database/identifier.js';
import { AccountNotFoundError } from '../../errors/error-registry.js';
import type { AuditTrail } from '../../audit/audit-trail.js';
import type { Services } from './services.js';

export interface Erasure {
  readonly account_id: string;
  /** The time of the deletion, in ISO 8601. */
  readonly deleted_at: string;
}

/** The deleted accounts in the audit trail, oldest deletion first. */
export async function listErasures(audit: AuditTrail, since?: Date): Promise<Erasure[]> {
  const list: Erasure[] = [];
  for await (const { accountId, at } of audit.deletions(since)) {
    list.push({ account_id: accountId, deleted_at: at.toISOString() });
  }
  return list;
}

/**
 * Deletes the listed accounts that exist. Ids are never reused, so these are the accounts that were deleted before.
 *
 * @param list one id per line, with anything after it, or the JSON of `erasure list`
 */
export async function replayErasures(
  { accounts, requester }: Services,
  list: string,
): Promise<{ deleted: number; gone: number }> {
  const ids = [...new Set(readIds(list))];
  let deleted = 0;
  for (const id of ids) {
    try {
      await accounts.delete(id, requester);
      deleted++;
    } catch (error) {
      if (!(error instanceof AccountNotFoundError)) throw error;
    }
  }
  return { deleted, gone: ids.length - deleted };
}

/** Parses the whole list first: a line without an id fails before anything is deleted. */
function readIds(list: string): string[] {
  if (list.trimStart().startsWith('{')) {
    const { erasures }: { erasures?: readonly Partial<Erasure>[] } = JSON.parse(list);
    return (erasures ?? []).map(({ account_id: id = '' }, i) => checked(id, `Erasure ${i + 1}`));
  }
  return list.split('\n').flatMap((line, i) => {
    const [id = ''] = line.trim().split(/\s/);
    return id === '' ? [] : [checked(id, `Line ${i + 1}`)];
  });
}

function checked(id: unknown, place: string): string {
  if (typeof id === 'string' && isIdentifier(id)) return id;
  throw new Error(`${place} has no account id.`);
}
