import { defineConfig } from 'prisma/config';

// The Prisma CLI requires a schema engine binary and downloads it, even for `generate`, which does not use it. Any
// executable file satisfies the CLI. For `prisma studio`, set this variable to the path of a real engine.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
