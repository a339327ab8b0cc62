import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgliteDatabase } from './embedded-database';
import { templateFile } from './embedded-template';
import { applyMigrations } from './migrate';
import { packFolder } from './packed-folder';

/** The databases that others are made from. Here none is, and these two are half of the files. */
const others = ['template0', 'template1'];

/** A step of the build: makes the template that `copyTemplate` copies, unless it exists. */
async function main(): Promise<void> {
  const file = await templateFile();
  if (existsSync(file)) return;
  const folder = path.dirname(file);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, 'new');
  const pglite = await PGlite.create(draft);
  const database = createPgliteDatabase(pglite);
  await applyMigrations(database);
  for (const name of others) {
    await pglite.exec(`UPDATE pg_database SET datistemplate = false WHERE datname = '${name}'`);
    await pglite.exec(`DROP DATABASE ${name}`);
  }
  // PGlite would have to recover a copy of a database that was not closed.
  await database.close();
  // A single file, because npm leaves empty folders out of a package, and PostgreSQL needs them. It is a tenth of the size.
  await writeFile(`${file}.new`, packFolder(draft));
  await rm(draft, { recursive: true });
  await rename(`${file}.new`, file);
}

main().then(
  // A timer of the schema engine would keep the process alive for ten seconds.
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
