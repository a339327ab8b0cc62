import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toolPackages } from './needs';
import { builtClient } from './process';

export interface PageFolder {
  path: string;
  write(file: string, text: string): void;
  remove(): void;
}

/**
 * Creates an empty folder for the files of a page. Its programs may import packages that the page installs: Node looks for
 * them first in the folder, then in the folders above.
 */
export function createPageFolder(): PageFolder {
  const top = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const above = path.join(top, 'above');
  const folder = path.join(above, 'page');
  mkdirSync(folder, { recursive: true });
  mkdirSync(path.join(top, 'node_modules/@gatehouse-auth'), { recursive: true });
  symlinkSync(path.join(__dirname, '../../node_modules'), path.join(folder, 'node_modules'));
  symlinkSync(toolPackages, path.join(above, 'node_modules'));
  symlinkSync(builtClient, path.join(top, 'node_modules/@gatehouse-auth/client'));
  return {
    path: folder,
    write(file, text) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}
