import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { examplePackages } from './needs';

export interface PageFolder {
  path: string;
  write(file: string, text: string): void;
  remove(): void;
}

/** Creates an empty folder for the files of a page. Its programs may import these packages, and no others. */
export function createPageFolder(packages = examplePackages): PageFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  symlinkSync(packages, path.join(folder, 'node_modules'));
  return {
    path: folder,
    write(file, text) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
