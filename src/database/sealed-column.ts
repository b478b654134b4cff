import type { PrismaService } from './prisma.service.js';
import type { Bytes } from './records.js';

export interface SealedColumnOptions {
  readonly table: string;
  readonly key: readonly string[];
  /** An SQL expression for the id that a value was sealed for. */
  readonly owner: string;
  /** A column of bytes, or of JSON with a member `sealed` in base64. It may be null. */
  readonly column: string;
  readonly isJson?: boolean;
  /** A column with the fingerprint of the key that sealed the value. Default: none */
  readonly keyColumn?: string;
}

export interface SealedValue {
  readonly key: readonly unknown[];
  readonly owner: string;
  readonly sealed: Bytes;
  /** The fingerprint of its key; undefined if the table has no such column. */
  readonly sealedBy?: string | null;
}

interface Row extends Omit<SealedValue, 'sealed'> {
  /** In base64. */
  readonly sealed: string | null;
}

/** The sealed values of a table. Its repository declares them, so that they can be resealed with another key. */
export class SealedColumn {
  constructor(
    private readonly prisma: PrismaService,
    private readonly options: SealedColumnOptions,
  ) {}

  get table(): string {
    return this.options.table;
  }

  async *inBatches(size: number): AsyncGenerator<SealedValue[]> {
    const { key, owner, keyColumn } = this.options;
    const sealedBy = keyColumn ? `, 'sealedBy', ${keyColumn}` : '';
    const table = await this.prisma.table(this.table);
    const columns = key.join(', ');
    const batch = (where: string) => `
      SELECT json_build_object(
        'key', json_build_array(${columns}), 'owner', ${owner}, 'sealed', ${this.inBase64}${sealedBy}
      )::text AS json
      FROM ${table} ${where} ORDER BY ${columns} LIMIT $1::int`;
    const next = batch(`WHERE (${columns}) > (${parameters(key, 2)})`);
    let rows = await this.prisma.queryJson<Row>(batch(''), [size]);
    for (let last = rows.at(-1); last; last = rows.at(-1)) {
      yield rows.flatMap(({ sealed, ...row }) =>
        sealed === null ? [] : [{ ...row, sealed: Buffer.from(sealed, 'base64') }],
      );
      rows = await this.prisma.queryJson<Row>(next, [size, ...last.key]);
    }
  }

  /** Replaces a value and the fingerprint of its key, unless it has changed. Returns whether it was replaced. */
  async replace({ key, sealed }: SealedValue, by: Uint8Array, sealedBy: string): Promise<boolean> {
    const { column, isJson, keyColumn } = this.options;
    const value = isJson
      ? `jsonb_set(${column}, '{sealed}', to_jsonb($1::text))`
      : `decode($1, 'base64')`;
    const replaced = await this.prisma.queryJson(
      `UPDATE ${await this.prisma.table(this.table)}
       SET ${column} = ${value}${keyColumn ? `, ${keyColumn} = $3` : ''}
       WHERE (${this.options.key.join(', ')}) = (${parameters(key, keyColumn ? 4 : 3)})
         AND ${this.inBase64} = $2
       RETURNING '1' AS json`,
      [
        ...[by, sealed].map((bytes) => Buffer.from(bytes).toString('base64')),
        ...(keyColumn ? [sealedBy] : []),
        ...key,
      ],
    );
    return replaced.length > 0;
  }

  /** Removes the line breaks that PostgreSQL inserts into base64. */
  private get inBase64(): string {
    const { column, isJson } = this.options;
    return isJson ? `${column} ->> 'sealed'` : `translate(encode(${column}, 'base64'), E'\\n', '')`;
  }
}

function parameters(key: readonly unknown[], from: number): string {
  return key.map((_, index) => `$${from + index}`).join(', ');
}
