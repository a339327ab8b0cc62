import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { ConfigError } from '../../platform/config/config-error';
import type { BreachList } from './breach-list';

/** The first 16 bytes of the file. The entries follow: the first 8 bytes of SHA-1 hashes, in ascending order. */
export const breachFileHeader = Buffer.from('gatehouse-pwd-1\n');
/** Bytes. With a billion entries, a password that is not in the list is found by chance once in 10^10 times. */
export const entryBytes = 8;

/** The entries that one read gets: 4 KiB. */
const pageEntries = 512;

const readAsync = promisify(read);

interface OpenFile {
  fd: number;
  entries: number;
}

/**
 * A file that `gatehouse passwords build` has made. Each search reads a few pages. The memory does not depend on the
 * size of the file.
 */
export class BreachFile implements BreachList {
  private constructor(
    private readonly fd: number,
    readonly entries: number,
  ) {}

  /** @throws ConfigError if the file cannot be read, or was not made by `gatehouse passwords build` */
  static open(file: string): BreachFile {
    const { fd, entries } = openFile(file);
    return new BreachFile(fd, entries);
  }

  async includes(sha1: Buffer): Promise<boolean> {
    const key = sha1.readBigUInt64BE();
    let low = 0;
    let high = this.entries;
    let [lowKey, highKey] = [0n, 2n ** 64n];
    for (let step = 1; high - low > pageEntries; step += 1) {
      // SHA-1 hashes are distributed evenly, so the position can be estimated. Each third step is one of a binary search,
      // which needs few steps for any distribution.
      const estimate =
        step % 3 === 0 ? (high - low) / 2 : (Number(key - lowKey) / Number(highKey - lowKey)) * (high - low);
      const start = Math.min(Math.max(low, Math.floor(low + estimate) - pageEntries / 2), high - pageEntries);
      const page = await this.page(start, pageEntries);
      const [first, last] = [page.readBigUInt64BE(0), page.readBigUInt64BE(page.length - entryBytes)];
      if (key >= first && key <= last) return contains(page, key);
      if (key < first) [high, highKey] = [start, first];
      else [low, lowKey] = [start + pageEntries, last];
    }
    return contains(await this.page(low, high - low), key);
  }

  close(): void {
    closeSync(this.fd);
  }

  private async page(start: number, count: number): Promise<Buffer> {
    const page = Buffer.allocUnsafe(count * entryBytes);
    const { bytesRead } = await readAsync(this.fd, page, 0, page.length, breachFileHeader.length + start * entryBytes);
    if (bytesRead !== page.length) throw new Error('the file of BREACHED_PASSWORDS is shorter than at the start');
    return page;
  }
}

function openFile(file: string): OpenFile {
  const advice = 'make it with: gatehouse passwords build';
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError([
      `BREACHED_PASSWORDS names a file that cannot be read (${code}). Check the path, or ${advice}`,
    ]);
  }
  try {
    const stats = fstatSync(fd);
    const bytes = stats.size - breachFileHeader.length;
    const header = Buffer.alloc(breachFileHeader.length);
    const isHeaderRead = stats.isFile() && readSync(fd, header, 0, header.length, 0) === header.length;
    if (!isHeaderRead || !header.equals(breachFileHeader) || bytes % entryBytes !== 0)
      throw new ConfigError([`BREACHED_PASSWORDS names a file of another form: ${advice}`]);
    return { fd, entries: bytes / entryBytes };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function contains(page: Buffer, key: bigint): boolean {
  let [low, high] = [0, page.length / entryBytes];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = page.readBigUInt64BE(middle * entryBytes);
    if (entry === key) return true;
    if (entry < key) low = middle + 1;
    else high = middle;
  }
  return false;
}
