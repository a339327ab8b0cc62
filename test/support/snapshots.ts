import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { createPgliteDatabase, pgliteStartParams } from '../../src/db/embedded-database';
import { applyMigrations } from '../../src/db/migrate';

/**
 * Folders of embedded databases, made once and copied by each test that needs a database: PGlite takes two seconds of a
 * core to make one, and a quarter of a second to open a copy.
 */
export type Template = 'empty' | 'migrated';

const root = path.join(__dirname, '../..');
const migrationsDir = path.join(root, 'prisma/migrations');
const cacheDir = path.join(root, 'node_modules/.cache/gatehouse-test');

export const snapshotOf = async (template: Template): Promise<string> => path.join(await snapshotsDir(), template);

/** Unless a run before has made them, from the same migrations. */
export async function makeSnapshots(): Promise<void> {
  const dir = await snapshotsDir();
  if ((await readdir(dir).catch(() => [])).length > 0) return;
  await mkdir(cacheDir, { recursive: true });
  const draft = await mkdtemp(`${dir}.`);
  const folder = (template: Template) => path.join(draft, template);
  // Closed before it is copied: PGlite would have to recover one that is not.
  await (await PGlite.create(folder('empty'))).close();
  await cp(folder('empty'), folder('migrated'), { recursive: true });
  const database = createPgliteDatabase(await PGlite.create(folder('migrated')));
  await applyMigrations(database);
  await database.close();
  // Of two runs that make it at the same time one is first, and both make the same.
  await rename(draft, dir).catch(() => rm(draft, { recursive: true }));
}

/** Named after what the snapshots are made from. */
async function snapshotsDir(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(path.join(root, 'node_modules/@electric-sql/pglite/package.json')));
  for (const name of (await readdir(migrationsDir)).sort()) {
    hash.update(name);
    if (!name.endsWith('.toml')) hash.update(await readFile(path.join(migrationsDir, name, 'migration.sql')));
  }
  return path.join(cacheDir, hash.digest('hex').slice(0, 16));
}

/** Opens a copy of it in memory. */
export async function openInMemory(snapshot: string): Promise<PGlite> {
  return PGlite.create({ fs: new CopyInMemory(snapshot), startParams: pgliteStartParams });
}

const contents = new Map<string, readonly (readonly [name: string, bytes: Buffer | null])[]>();

/** The folders, which have no bytes, before what is in them. */
function contentsOf(folder: string) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return [path.relative(folder, file), entry.isDirectory() ? null : readFileSync(file)] as const;
  });
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** PGlite could load a tar file, too, but takes as long to unpack it as to open the database. */
class CopyInMemory extends MemoryFS {
  constructor(private readonly snapshot: string) {
    super();
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg?.Module ?? {};
    if (!FS) throw new Error('PGlite has no file system');
    const all = contents.get(this.snapshot) ?? contentsOf(this.snapshot);
    contents.set(this.snapshot, all);
    const dataDir = '/pglite/data';
    FS.mkdirTree(dataDir, 0o700);
    for (const [name, bytes] of all) {
      // PGlite writes into the array that it owns.
      if (bytes) FS.writeFile(`${dataDir}/${name}`, new Uint8Array(bytes), { canOwn: true });
      else FS.mkdir(`${dataDir}/${name}`);
    }
  }
}
