import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** A file or a folder, which has no bytes. The name is relative to the packed folder. */
export type PackedEntry = readonly [name: string, bytes: Buffer | null];

/** Returns the contents of a folder, each folder before its files. */
function readFolder(folder: string): PackedEntry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry): PackedEntry => {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, file).replaceAll(path.sep, '/');
      return [name, entry.isDirectory() ? null : readFileSync(file)];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Packs a folder into one compressed file: a line of JSON with each name and size, and then the bytes of all files. */
export function packFolder(folder: string): Buffer {
  const entries = readFolder(folder);
  const index = JSON.stringify(entries.map(([name, bytes]) => [name, bytes?.length ?? null]));
  return gzipSync(Buffer.concat([Buffer.from(`${index}\n`), ...entries.flatMap(([, bytes]) => bytes ?? [])]), {
    level: 9,
  });
}

/** Returns what was packed, each folder before its files. */
export function readPacked(file: string): PackedEntry[] {
  const all = gunzipSync(readFileSync(file));
  let at = all.indexOf('\n') + 1;
  const index = JSON.parse(all.toString('utf8', 0, at)) as [name: string, size: number | null][];
  return index.map(([name, size]) => {
    if (size === null) return [name, null];
    at += size;
    return [name, all.subarray(at - size, at)];
  });
}

/** Writes what was packed into a folder. Only the user who runs the process can read the result. */
export function writeEntries(entries: readonly PackedEntry[], folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, bytes] of entries) {
    const file = path.join(folder, name);
    if (bytes) writeFileSync(file, bytes, { mode: 0o600 });
    else mkdirSync(file, { mode: 0o700 });
  }
}
