import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { pgliteStartParams } from '../../src/platform/db/embedded-database';
import { templateDir, versionOfPglite } from '../../src/platform/db/embedded-template';

/**
 * Folders of embedded databases that tests copy. PGlite takes two seconds of CPU time to make a database, and a quarter
 * of a second to open a copy. The build has made the migrated database.
 */
export type Template = 'empty' | 'migrated';

const cacheDir = path.join(__dirname, '../../node_modules/.cache/gatehouse-test');

const emptyDir = path.join(cacheDir, `empty-${versionOfPglite()}`);

export const snapshotOf = async (template: Template): Promise<string> =>
  template === 'migrated' ? templateDir() : emptyDir;

/** Makes the empty database if no earlier run has. @throws Error if the build has made no migrated database */
export async function makeSnapshots(): Promise<void> {
  if (!existsSync(await templateDir())) throw new Error('the migrations have changed since the build: npm run build');
  if (existsSync(emptyDir)) return;
  await mkdir(cacheDir, { recursive: true });
  const draft = await mkdtemp(`${emptyDir}.`);
  // Closed before it is copied, because PGlite would have to recover an open database.
  await (await PGlite.create(draft)).close();
  // If two runs make it at the same time, the second one drops its identical folder.
  await rename(draft, emptyDir).catch(() => rm(draft, { recursive: true }));
}

/** Opens a copy of the template in memory. */
export async function openInMemory(template: Template): Promise<PGlite> {
  compiled ??= WebAssembly.compile(
    readFileSync(path.join(path.dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')),
  );
  return PGlite.create({
    fs: new CopyInMemory(await snapshotOf(template)),
    startParams: pgliteStartParams,
    pgliteWasmModule: await compiled,
  });
}

/** PGlite would compile its WebAssembly for each database. */
let compiled: Promise<WebAssembly.Module> | undefined;

const contents = new Map<string, readonly (readonly [name: string, bytes: Buffer | null])[]>();

/** Lists a folder recursively, each folder before its files. A folder has no bytes. */
function contentsOf(folder: string) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return [path.relative(folder, file), entry.isDirectory() ? null : readFileSync(file)] as const;
  });
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Copies the files in memory. PGlite can load a tar file, but unpacking takes as long as opening the database. */
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
      // PGlite changes the array, so it gets a copy.
      if (bytes) FS.writeFile(`${dataDir}/${name}`, new Uint8Array(bytes), { canOwn: true });
      else FS.mkdir(`${dataDir}/${name}`);
    }
  }
}
