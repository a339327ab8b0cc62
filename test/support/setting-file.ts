import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Writes a JSON file for a setting. Returns its path. */
export function settingFile(content: object): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'setting-')), 'file.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}
