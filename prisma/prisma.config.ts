import { defineConfig } from 'prisma/config';

// The CLI requires a schema engine binary, and would download it, even for `generate`, which does not use it. Any
// executable satisfies it. For `prisma studio`, set this variable to the path of a real engine.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
