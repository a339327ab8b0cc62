import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from './migrate';
import { readPacked, writeEntries } from './packed-folder';

/**
 * Returns the file in which the build stores an empty database with all migrations. The name contains a hash of the
 * PGlite version and the migrations, so a changed migration gets a new template.
 */
export async function templateFile(): Promise<string> {
  const { migrationDirectories } = await readMigrations();
  const hash = createHash('sha256')
    .update(JSON.stringify([versionOfPglite(), migrationDirectories]))
    .digest('hex');
  return path.join(__dirname, '../../../dist/embedded-template', `${hash.slice(0, 16)}.gz`);
}

/**
 * Creates a database in the folder as a copy of the template, because creating it with PGlite and the migrations takes
 * seconds. The folder is created completely or not at all. Does nothing if the build has made no template for this
 * version.
 */
export async function copyTemplate(folder: string, template?: string): Promise<void> {
  const from = template ?? (await templateFile());
  if (!existsSync(from)) return;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  // Asynchronous writing of 500 files takes three times the CPU time, and nothing else runs now.
  writeEntries(readPacked(from), draft);
  renameSync(draft, folder);
}

export function versionOfPglite(): string {
  const file = path.join(path.dirname(require.resolve('@electric-sql/pglite')), '../package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
