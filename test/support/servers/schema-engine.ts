import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Pool, QueryResult } from 'pg';
import { hostPool } from './postgres.js';

/** TypeScript declares these only in the browser types, and the types of Node.js 20 lack them. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ exports: WasmExports }>;
};

interface WasmExports {
  __wbindgen_start(): void;
}

/**
 * Opens the engine of `prisma migrate` as WebAssembly. The Prisma command line would download a binary. Prisma
 * guarantees nothing about this interface, so use it only in tests.
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

/** Loads the single instance that the bindings support. All engines share it. */
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

/** The type ids of `"char"`, the one-byte type in PostgreSQL's catalogs, and of `text`. */
const CHAR = 18;
const TEXT = 25;

/**
 * Supports `"char"`, which the engine reads from the catalogs but Prisma's adapter does not know. Passes it through the
 * adapter as text and restores the type afterwards (https://github.com/prisma/orm/issues/27403).
 */
class CatalogAdapter extends PrismaPg {
  /** Which columns of each result have the type `"char"`. */
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
    // The adapter splits scripts at semicolons, even inside functions. The binary engine sends them unchanged.
    adapter.executeScript = async (script) => void (await this.#query(script));
    return adapter;
  }
}
