import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { pgliteStartParams } from '../../src/platform/db/embedded-database';
import { templateFile, versionOfPglite } from '../../src/platform/db/embedded-template';
import { type PackedEntry, packFolder, readPacked } from '../../src/platform/db/packed-folder';

/**
 * Embedded databases that tests copy. PGlite takes two seconds of CPU time to make a database, and a quarter of a second to
 * open a copy. The build has made the migrated database.
 */
export type Template = 'empty' | 'migrated';

const cacheDir = path.join(__dirname, '../../node_modules/.cache/gatehouse-test');

const emptyFile = path.join(cacheDir, `empty-${versionOfPglite()}.gz`);

const read = new Map<Template, readonly PackedEntry[]>();

/** Returns the files of a template. */
export async function snapshotOf(template: Template): Promise<readonly PackedEntry[]> {
  const entries = read.get(template) ?? readPacked(template === 'migrated' ? await templateFile() : emptyFile);
  read.set(template, entries);
  return entries;
}

/** Makes the empty database if no earlier run has. @throws Error if the build has made no migrated database */
export async function makeSnapshots(): Promise<void> {
  if (!existsSync(await templateFile())) throw new Error('the migrations have changed since the build: npm run build');
  if (existsSync(emptyFile)) return;
  await mkdir(cacheDir, { recursive: true });
  const draft = await mkdtemp(`${emptyFile}.`);
  // Closed before it is copied, because PGlite would have to recover an open database.
  await (await PGlite.create(`${draft}/pglite`)).close();
  await writeFile(`${draft}/packed`, packFolder(`${draft}/pglite`));
  await rename(`${draft}/packed`, emptyFile);
  await rm(draft, { recursive: true });
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

/** Copies the files in memory. PGlite can load a tar file, but unpacking takes as long as opening the database. */
class CopyInMemory extends MemoryFS {
  constructor(private readonly entries: readonly PackedEntry[]) {
    super();
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg?.Module ?? {};
    if (!FS) throw new Error('PGlite has no file system');
    const dataDir = '/pglite/data';
    FS.mkdirTree(dataDir, 0o700);
    for (const [name, bytes] of this.entries) {
      // PGlite changes the array, so it gets a copy.
      if (bytes) FS.writeFile(`${dataDir}/${name}`, new Uint8Array(bytes), { canOwn: true });
      else FS.mkdir(`${dataDir}/${name}`);
    }
  }
}
