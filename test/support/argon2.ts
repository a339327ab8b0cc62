import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const modules = path.join(__dirname, '../../node_modules');

export interface Argon2Copy {
  /** Has a node_modules whose argon2 is a copy, without what was built into it; the other packages are the project's. */
  root: string;
  packageDir: string;
  remove(): void;
}

export function copyArgon2(): Argon2Copy {
  const root = mkdtempSync(path.join(tmpdir(), 'gatehouse-argon2-'));
  const packageDir = path.join(root, 'node_modules/argon2');
  mkdirSync(path.join(root, 'node_modules'));
  for (const name of readdirSync(modules)) {
    if (name !== 'argon2') symlinkSync(path.join(modules, name), path.join(root, 'node_modules', name));
  }
  // The command reads its version from it.
  cpSync(path.join(modules, '../package.json'), path.join(root, 'package.json'));
  const filter = (file: string) => !['tuned', 'build'].includes(path.relative(path.join(modules, 'argon2'), file));
  cpSync(path.join(modules, 'argon2'), packageDir, { recursive: true, filter });
  return { root, packageDir, remove: () => rmSync(root, { recursive: true }) };
}
