import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgliteDatabase } from './embedded-database';
import { applyMigrations, migrationsDir, noFilter, noTransaction, prismaDir, readDatamodel } from './migrate';
import { createSchemaEngine } from './schema-engine';

/**
 * Writes the changes of the schema since the last committed migration into a new folder of `prisma/migrations`.
 * @returns the name of the migration, or null without changes
 */
export async function createMigration(
  name: string,
  now: Date,
  options: { inTransaction: boolean },
): Promise<string | null> {
  const changes = await unmigratedChanges();
  if (changes === null) return null;
  const script = options.inTransaction ? changes : withoutTransaction(changes);
  const folder = `${now.toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`;
  await mkdir(path.join(migrationsDir, folder));
  await writeFile(path.join(migrationsDir, folder, 'migration.sql'), script);
  return folder;
}

function withoutTransaction(script: string): string {
  const repeatable = script.replaceAll(/^CREATE (UNIQUE )?INDEX "/gm, 'CREATE $1INDEX CONCURRENTLY IF NOT EXISTS "');
  return `${noTransaction}\n${repeatable}`;
}

/**
 * Returns the SQL that leads from the committed migrations to `prisma/schema.prisma`, or null without differences. Applies
 * the migrations to the database, which must be empty, and closes it.
 */
export async function unmigratedChanges(empty = new PGlite('memory://')): Promise<string | null> {
  const database = createPgliteDatabase(empty);
  try {
    await applyMigrations(database);
    const content = await readDatamodel();
    const files = [{ path: 'schema.prisma', content }];
    const engine = await database.withMigrationLock((session) => createSchemaEngine(session, content));
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: prismaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: noFilter,
    });
    return stdout?.includes('This is an empty migration') ? null : stdout;
  } finally {
    await database.close();
  }
}
