import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Pool, QueryResult } from 'pg';
import { hostPool } from './postgres.js';

/** TypeScript keeps these with the browser's types, and those of Node 20 lack them. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ exports: WasmExports }>;
};

interface WasmExports {
  __wbindgen_start(): void;
}

/**
 * The engine behind `prisma migrate`, which the Prisma command line downloads, as WebAssembly.
 * Prisma promises nothing about this interface: good enough for tests, and for nothing else.
 */
export async function openSchemaEngine(url: string) {
  const { SchemaEngine } = await (loaded ??= load());
  const pool = hostPool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(new CatalogAdapter(pool));
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
  return {
    engine,
    async close() {
      engine.free();
      await pool.end();
    },
  };
}

let loaded: Promise<typeof bindings> | undefined;

/** The bindings belong to one instance, which all engines share. */
async function load(): Promise<typeof bindings> {
  const { __wbg_set_wasm } = bindings as unknown as { __wbg_set_wasm(exports: WasmExports): void };
  const file = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(fileURLToPath(new URL('./schema_engine_bg.wasm', file)));
  const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(bytes), {
    './schema_engine_bg.js': bindings,
  });
  __wbg_set_wasm(exports);
  exports.__wbindgen_start();
  return bindings;
}

/** The number of "char", the one-byte type of PostgreSQL's own catalogs, and that of text. */
const CHAR = 18;
const TEXT = 25;

/**
 * The engine reads the catalogs, with a type that Prisma's adapter does not know: let it pass as
 * text, and call it by its name again afterwards (https://github.com/prisma/orm/issues/27403).
 */
class CatalogAdapter extends PrismaPg {
  /** For the rows of each answer: which of its columns are of that type. */
  readonly #chars = new WeakMap<object, boolean[]>();
  readonly #query: Pool['query'];

  constructor(pool: Pool) {
    super(pool);
    this.#query = pool.query.bind(pool) as Pool['query'];
    const query = this.#query as (...args: unknown[]) => Promise<QueryResult>;
    pool.query = (async (...args: unknown[]) => {
      const result = await query(...args);
      this.#chars.set(
        result.rows,
        result.fields.map((field) => field.dataTypeID === CHAR),
      );
      for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
      return result;
    }) as Pool['query'];
  }

  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const chars = this.#chars.get(result.rows);
      const columnTypes = result.columnTypes.map((type, index) =>
        chars?.[index] ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    // It splits scripts at semicolons, also within functions; the binary sends them as they are.
    adapter.executeScript = async (script) => void (await this.#query(script));
    return adapter;
  }
}
