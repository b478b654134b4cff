import { defineConfig } from 'prisma/config';

/** Where the Prisma command line finds the database: where the service migrates it. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || '' },
});
