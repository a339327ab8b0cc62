import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface PageFolder {
  path: string;
  write(file: string, text: string): void;
  remove(): void;
}

/** Creates an empty folder for the files of a page. Its programs may import packages that the page installs. */
export function createPageFolder(): PageFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  symlinkSync(path.join(__dirname, '../../node_modules'), path.join(folder, 'node_modules'));
  return {
    path: folder,
    write(file, text) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
