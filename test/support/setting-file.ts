import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Writes a file for a setting: JSON, or the text as it is. Returns its path. */
export function settingFile(content: object | string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'setting-')), 'file.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
