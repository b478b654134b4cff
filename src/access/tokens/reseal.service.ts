import type { SealedColumn, SealedValue } from '../../database/sealed-column.js';
import type { TokenSeal } from './token-seal.js';

const batchSize = 100;

/** The sealed values of a table. */
export interface SealedCounts {
  /** How many were sealed again with the first secret key. */
  resealed: number;
  /** How many each of the secret keys opens afterwards, in their order. */
  readonly opened_by: number[];
  /** How many none of them opens. */
  unreadable: number;
}

/** What sealing again has changed. */
export interface ResealResult {
  /** Whether something is still sealed with another key than the first. */
  readonly older_keys_needed: boolean;
  /** By the name of the table. */
  readonly tables: Readonly<Record<string, SealedCounts>>;
}

/** Seals with the first secret key what older ones have sealed, while nodes go on using and changing it. */
export class ResealService {
  constructor(
    private readonly seal: TokenSeal,
    private readonly columns: readonly SealedColumn[],
  ) {}

  async reseal(): Promise<ResealResult> {
    const tables: Record<string, SealedCounts> = {};
    for (const column of this.columns) tables[column.table] = await this.resealColumn(column);
    const older = Object.values(tables).flatMap(({ opened_by }) => opened_by.slice(1));
    return { older_keys_needed: older.some((count) => count > 0), tables };
  }

  private async resealColumn(column: SealedColumn): Promise<SealedCounts> {
    let resealed = 0;
    for await (const batch of column.inBatches(batchSize)) {
      const replaced = await Promise.all(batch.map((value) => this.resealValue(column, value)));
      resealed += replaced.filter(Boolean).length;
    }
    return { resealed, ...(await this.count(column)) };
  }

  private async resealValue(column: SealedColumn, stored: SealedValue): Promise<boolean> {
    const found = this.seal.find(stored.sealed, stored.owner);
    if (!found) return false;
    const [first] = this.seal.fingerprints;
    if (found.secret > 0) {
      return column.replace(stored, this.seal.seal(found.value, stored.owner), first!);
    }
    // An earlier release, which records no fingerprint, has sealed the value.
    if (stored.sealedBy !== undefined && stored.sealedBy !== first) {
      await column.replace(stored, stored.sealed, first!);
    }
    return false;
  }

  /** Counts again, because a node that does not have the first key yet may go on sealing with another one. */
  private async count(column: SealedColumn): Promise<Omit<SealedCounts, 'resealed'>> {
    const opened_by = Array<number>(this.seal.size).fill(0);
    let unreadable = 0;
    for await (const batch of column.inBatches(batchSize)) {
      for (const { sealed, owner } of batch) {
        const found = this.seal.find(sealed, owner);
        if (found) opened_by[found.secret]! += 1;
        else unreadable += 1;
      }
    }
    return { opened_by, unreadable };
  }
}
