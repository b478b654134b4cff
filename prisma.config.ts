import { defineConfig } from 'prisma/config';

/** Where the Prisma command line finds the database: the same DATABASE_URL as the service. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
