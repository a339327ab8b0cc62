import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from './migrate';

/**
 * Where the build keeps an empty database with all migrations. Named after what it is made from, so that a changed
 * migration makes another one.
 */
export async function templateDir(): Promise<string> {
  const { migrationDirectories } = await readMigrations();
  const hash = createHash('sha256')
    .update(JSON.stringify([versionOfPglite(), migrationDirectories]))
    .digest('hex');
  return path.join(__dirname, '../../dist/embedded-template', hash.slice(0, 16));
}

/**
 * Makes a new database in the folder, as a copy of the one that the build made: PGlite and the migrations take seconds for
 * it. The folder is there completely or not at all. Does nothing if the build has made none for this version.
 */
export async function copyTemplate(folder: string, template?: string): Promise<void> {
  const from = template ?? (await templateDir());
  if (!existsSync(from)) return;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  // Nothing else runs at this time, and of a thousand files an asynchronous copy takes three times the CPU time.
  cpSync(from, draft, { recursive: true });
  renameSync(draft, folder);
}

export function versionOfPglite(): string {
  const file = path.join(path.dirname(require.resolve('@electric-sql/pglite')), '../package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
