import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../../platform/config/config-error';
import type { BreachList } from './breach-list';
import { isInRange, prefixLength, suffixesIn } from './range';

/**
 * The folder that the downloader of Have I Been Pwned writes: a file for each range, with the answer of the range API. Each
 * search reads one file of about 80 kB.
 */
export class RangeFiles implements BreachList {
  private constructor(private readonly folder: string) {}

  /** @throws ConfigError if it is no such folder */
  static open(folder: string): RangeFiles {
    const problem = problemOf(folder);
    if (problem === null) return new RangeFiles(folder);
    throw new ConfigError([
      `BREACHED_PASSWORDS ${problem}. It must be the folder of: haveibeenpwned-downloader <folder> -s false`,
    ]);
  }

  async includes(sha1: Buffer, signal: AbortSignal): Promise<boolean> {
    const hex = sha1.toString('hex').toUpperCase();
    const file = path.join(this.folder, nameOf(hex.slice(0, prefixLength)));
    // The error names the file, and its name is a part of the hash.
    const range = await readFile(file, { encoding: 'utf8', signal }).catch((error: unknown) => {
      throw new Error(`a file in the folder of BREACHED_PASSWORDS cannot be read (${codeOf(error)})`);
    });
    return isInRange(suffixesIn(range), hex);
  }

  close(): void {}
}

const nameOf = (prefix: string): string => `${prefix}.txt`;

function problemOf(folder: string): string | null {
  const first = nameOf('0'.repeat(prefixLength));
  try {
    if (!statSync(folder).isDirectory()) return 'is a file';
    return existsSync(path.join(folder, first)) ? null : `names a folder without the file ${first}`;
  } catch (error) {
    return `names a folder that cannot be read (${codeOf(error)})`;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
