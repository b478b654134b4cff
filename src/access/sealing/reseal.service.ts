import type { SealedColumn, SealedValue } from '../../database/sealed-column.js';
import type { TokenSeal } from './token-seal.js';

const batchSize = 100;

/** The numbers of sealed values in a table. */
export interface SealedCounts {
  /** The number of values resealed with the first secret key. */
  resealed: number;
  /** The number of values that each secret key opens afterwards, in key order. */
  readonly opened_by: number[];
  /** The number of values that no key opens. */
  unreadable: number;
}

/** The result of resealing. */
export interface ResealResult {
  /** Whether some value still requires a key other than the first. */
  readonly older_keys_needed: boolean;
  /** The counts, by table name. */
  readonly tables: Readonly<Record<string, SealedCounts>>;
}

/** Reseals values of older secret keys with the first one, while nodes keep using and changing them. */
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
    // An earlier release sealed the value without recording the fingerprint.
    if (stored.sealedBy !== undefined && stored.sealedBy !== first) {
      await column.replace(stored, stored.sealed, first!);
    }
    return false;
  }

  /** Counts again, because a node without the new first key may keep sealing with an older one. */
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
