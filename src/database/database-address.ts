export interface DatabaseOptions {
  /** A PostgreSQL URL (15 or newer); a `schema` parameter in it is honoured. */
  url: string;
  /** The PostgreSQL schema of the tables. Default: the URL's `schema` parameter, or `public`. */
  schema?: string;
}

/** The address without Prisma's own `schema` parameter, and the schema it names. */
export function databaseAddress(options: DatabaseOptions): Required<DatabaseOptions> {
  const url = new URL(options.url);
  const schema = options.schema ?? url.searchParams.get('schema') ?? 'public';
  url.searchParams.delete('schema');
  return { url: url.href, schema };
}
