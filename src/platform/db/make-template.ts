import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgliteDatabase } from './embedded-database';
import { templateDir } from './embedded-template';
import { applyMigrations } from './migrate';

/** The databases that others are made from. Here none is, and these two are half of the files. */
const others = ['template0', 'template1'];

/** A step of the build: makes the template that `copyTemplate` copies, unless it exists. */
async function main(): Promise<void> {
  const folder = await templateDir();
  if (existsSync(folder)) return;
  await rm(path.dirname(folder), { recursive: true, force: true });
  const draft = `${folder}.new`;
  await mkdir(path.dirname(folder), { recursive: true });
  const pglite = await PGlite.create(draft);
  const database = createPgliteDatabase(pglite);
  await applyMigrations(database);
  for (const name of others) {
    await pglite.exec(`UPDATE pg_database SET datistemplate = false WHERE datname = '${name}'`);
    await pglite.exec(`DROP DATABASE ${name}`);
  }
  // PGlite would have to recover a copy of a database that was not closed.
  await database.close();
  await makeReadable(draft);
  await rename(draft, folder);
}

/** Makes the template readable for every user: another user may run the server. The template has no data. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

main().then(
  // A timer of the schema engine would keep the process alive for ten seconds.
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
