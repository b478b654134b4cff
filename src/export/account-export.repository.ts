import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { ExportedTable } from './exported-tables.js';

/** The most rows in memory at a time. */
const pageSize = 500;

interface ExportedRow {
  /** The values of its key, as text. */
  readonly key: readonly string[];
  readonly row: object;
}

@Injectable()
export class AccountExportRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Yields the rows of a table in pages.
   *
   * @param queues the names of the account's mail queues
   */
  async *pages(
    table: ExportedTable,
    accountId: string,
    queues: readonly string[],
  ): AsyncGenerator<object[]> {
    const values = table.where.includes('$2') ? [accountId, queues] : [accountId];
    const schema = await this.prisma.table('');
    const first = select(table, schema, values.length);
    const next = select(table, schema, values.length, true);
    for (let last: ExportedRow | undefined; ;) {
      const rows: ExportedRow[] = await this.prisma.queryJson<ExportedRow>(
        last ? next : first,
        last ? [...values, ...last.key] : values,
      );
      if (rows.length > 0) yield rows.map(({ row }) => row);
      last = rows[pageSize - 1];
      if (!last) return;
    }
  }
}

/**
 * Returns SQL for a page of a table, with the alias `kept`.
 *
 * @param schema the schema, followed by a dot
 * @param isNext whether the page follows a row, whose key is in the last parameters
 */
function select(table: ExportedTable, schema: string, parameters: number, isNext = false): string {
  const { key, columns, computed = {} } = table;
  const members = [
    ...columns.map((column) => [column, toValue(column)]),
    ...Object.entries(computed),
  ];
  const keys = key.map((column) => `kept.${column}`).join(', ');
  const after = key.map((_, i) => `$${parameters + i + 1}`).join(', ');
  const sql = `
    SELECT json_build_object(
      'key', json_build_array(${key.map((column) => `to_jsonb(kept.${column}) #>> '{}'`).join(', ')}),
      'row', json_build_object(${members.map(([name, value]) => `'${name}', ${value}`).join(', ')})
    )::text AS json
    FROM {${table.table}} AS kept
    WHERE ${table.where} ${isNext ? `AND (${keys}) > (${after})` : ''}
    ORDER BY ${keys} LIMIT ${pageSize}`;
  return sql.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${schema}${name}`);
}

/** Converts times to UTC from the time zone of the connection. */
function toValue(column: string): string {
  return /(^|_)at$/.test(column)
    ? `to_char(kept.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`
    : `kept.${column}`;
}
