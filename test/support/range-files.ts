import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes these stolen passwords as the downloader of Have I Been Pwned does, without the ranges that nothing asks for. */
export function writeRangeFiles(folder: string, passwords: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, '00000.txt'), '');
  for (const password of passwords) {
    const hex = createHash('sha1').update(password).digest('hex').toUpperCase();
    appendFileSync(path.join(folder, `${hex.slice(0, 5)}.txt`), `${'0'.repeat(35)}:1\r\n${hex.slice(5)}:3\r\n`);
  }
  return folder;
}
