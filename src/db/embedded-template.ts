import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { migrationNames } from './migrate';

/** Where the build keeps an empty database with all migrations, made by this version of PGlite. */
export async function templateDir(): Promise<string> {
  const lastMigration = (await migrationNames()).at(-1);
  return path.join(__dirname, '../../dist/embedded-template', `${versionOfPglite()}-${lastMigration}`);
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

function versionOfPglite(): string {
  const file = path.join(path.dirname(require.resolve('@electric-sql/pglite')), '../package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
