import { closeSync, createReadStream, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { endianness } from 'node:os';
import path from 'node:path';
import { breachFileHeader, entryBytes } from './breach-file';

/** A line of the source is not a hash. */
export class BreachSourceError extends Error {
  override readonly name = 'BreachSourceError';
}

/** Hashes are divided by their first byte, so that each part fits into memory: 31 MB of a billion hashes. */
const parts = 256;
/** Bytes of each part that are written together. */
const bufferBytes = 8192 * entryBytes;
const sha1Digits = 40;
/** Bytes. A longer line is not a hash. */
const longestLine = 64;
/** A file of a range API has the name of its prefix. Its lines have the other digits. */
const rangeFile = /^([0-9a-f]{5})(\.txt)?$/i;

/**
 * Writes the file of `BREACHED_PASSWORDS`, and returns the number of its hashes. The source is a file with a line
 * `<SHA-1>:<count>` for each password, in any order, or a folder of such files and of ranges (`21BD1.txt` with lines
 * `0018A45C4D1DEF81644B54AB7F969B88D65:<count>`), as the downloader of Have I Been Pwned makes them. The count can be
 * missing. While it works, the function needs twice the disk space of the new file, in the folder of the file. An older
 * file is replaced when the new one is complete.
 * @param fewest hashes with a smaller count are left out
 * @throws BreachSourceError
 */
export async function buildBreachFile(source: string, file: string, fewest: number): Promise<number> {
  const folder = await mkdtemp(`${path.resolve(file)}.`);
  try {
    const built = path.join(folder, 'built');
    const entries = sort(await divide(source, folder, fewest), built);
    await rename(built, file);
    return entries;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function divide(source: string, folder: string, fewest: number): Promise<readonly Part[]> {
  const divided = Array.from({ length: parts }, (_, i) => new Part(path.join(folder, String(i))));
  try {
    for (const { name, prefix } of await filesOf(source)) {
      const lines = new HashLines(name, prefix, (entry, count) => {
        if (count >= fewest) divided[entry[0] ?? 0]?.add(entry);
      });
      for await (const chunk of createReadStream(name, { highWaterMark: 1 << 20 })) lines.push(chunk);
      lines.end();
    }
    for (const part of divided) part.flush();
    return divided;
  } finally {
    for (const part of divided) part.close();
  }
}

async function filesOf(source: string): Promise<{ name: string; prefix: string }[]> {
  if (!(await stat(source)).isDirectory()) return [{ name: source, prefix: '' }];
  const names = (await readdir(source)).sort();
  return names.map((name) => ({ name: path.join(source, name), prefix: rangeFile.exec(name)?.[1] ?? '' }));
}

/** Writes the sorted parts one after the other. */
function sort(divided: readonly Part[], file: string): number {
  const fd = openSync(file, 'wx');
  try {
    let bytes = 0;
    writeAll(fd, breachFileHeader);
    for (const part of divided) {
      const entries = part.takeSorted();
      writeAll(fd, entries);
      bytes += entries.length;
    }
    return bytes / entryBytes;
  } finally {
    closeSync(fd);
  }
}

/** The hashes with the same first byte, in a file. */
class Part {
  private readonly buffer = Buffer.alloc(bufferBytes);
  private length = 0;
  private readonly fd: number;

  constructor(private readonly file: string) {
    this.fd = openSync(file, 'wx', 0o600);
  }

  add(entry: Buffer): void {
    entry.copy(this.buffer, this.length);
    this.length += entryBytes;
    if (this.length === this.buffer.length) this.flush();
  }

  flush(): void {
    writeAll(this.fd, this.buffer.subarray(0, this.length));
    this.length = 0;
  }

  close(): void {
    closeSync(this.fd);
  }

  /** Returns each hash once, in ascending order, and removes the file. */
  takeSorted(): Buffer {
    const bytes = readFileSync(this.file);
    rmSync(this.file);
    const numbers = new BigUint64Array(bytes.length / entryBytes);
    const view = Buffer.from(numbers.buffer);
    bytes.copy(view);
    // The file has the order of bytes of the network, in which hashes are written.
    if (endianness() === 'LE') view.swap64();
    numbers.sort();
    let kept = 0;
    for (let i = 0; i < numbers.length; i += 1) {
      if (i > 0 && numbers[i] === numbers[i - 1]) continue;
      numbers[kept] = numbers[i] ?? 0n;
      kept += 1;
    }
    if (endianness() === 'LE') view.swap64();
    return view.subarray(0, kept * entryBytes);
  }
}

/** The kernel can write fewer bytes than it gets. */
function writeAll(fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const zero = 0x30;

/** The value of each ASCII code as a hex digit. 255 for other characters. */
const digits = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
  return value === -1 ? 255 : value;
});

/** Reads the lines of a file. There can be a billion of them, so no object is made for a line. */
class HashLines {
  private rest: Buffer = Buffer.alloc(0);
  private line = 0;
  private readonly prefix: readonly number[];
  private readonly entry = Buffer.alloc(entryBytes);

  /** @param onEntry gets the first bytes of a hash, which are only valid during the call, and its count */
  constructor(
    private readonly file: string,
    prefix: string,
    private readonly onEntry: (entry: Buffer, count: number) => void,
  ) {
    this.prefix = [...prefix].map((digit) => Number.parseInt(digit, 16));
  }

  push(chunk: Buffer): void {
    const text = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    let start = 0;
    for (let end = text.indexOf(lineFeed); end !== -1; end = text.indexOf(lineFeed, start)) {
      this.read(text, start, end);
      start = end + 1;
    }
    this.rest = text.subarray(start);
    if (this.rest.length > longestLine) this.read(this.rest, 0, this.rest.length);
  }

  end(): void {
    this.read(this.rest, 0, this.rest.length);
  }

  private read(text: Buffer, start: number, lineEnd: number): void {
    this.line += 1;
    const end = lineEnd > start && text[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd;
    if (end === start) return;
    const digitsEnd = start + sha1Digits - this.prefix.length;
    if (end < digitsEnd || end - start > longestLine) this.reject();
    for (let i = 0; i < sha1Digits; i += 1) {
      const digit = this.prefix[i] ?? digits[text[start + i - this.prefix.length] ?? 0] ?? 255;
      if (digit > 15) this.reject();
      const byte = i >> 1;
      if (byte < entryBytes) this.entry[byte] = i % 2 === 0 ? digit << 4 : (this.entry[byte] ?? 0) | digit;
    }
    this.onEntry(this.entry, end === digitsEnd ? 1 : this.countIn(text, digitsEnd, end));
  }

  /** Reads `:<count>`. */
  private countIn(text: Buffer, start: number, end: number): number {
    if (text[start] !== colon || end === start + 1) this.reject();
    let count = 0;
    for (let i = start + 1; i < end; i += 1) {
      const digit = (text[i] ?? 0) - zero;
      if (digit < 0 || digit > 9) this.reject();
      count = count * 10 + digit;
    }
    return count;
  }

  private reject(): never {
    const form = `${sha1Digits - this.prefix.length} hex digits, and :<count> after them if the count is known`;
    throw new BreachSourceError(`line ${this.line} of ${this.file} is not a SHA-1 hash. It must have ${form}`);
  }
}
