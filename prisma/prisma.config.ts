import { defineConfig } from 'prisma/config';

// The CLI insists on a schema engine binary, which it would download, even for `generate`, which uses none. Any
// executable will do; whoever has the real engine names it in this variable, and `prisma studio` works.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
