import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the version in package.json, which is two folders above this file, both in `src` and in `dist`. */
export function readVersion(): string {
  const file = path.join(__dirname, '../../../package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
