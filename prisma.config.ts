import { readFileSync } from 'node:fs';
import { defineConfig } from 'prisma/config';

function readUrl(name: string): string | undefined {
  const file = process.env[`${name}_FILE`];
  return file ? readFileSync(file, 'utf8').trim() : process.env[name];
}

/** Where the Prisma command line finds the database: where the service migrates it. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: readUrl('DATABASE_DIRECT_URL') || readUrl('DATABASE_URL') || '' },
});
