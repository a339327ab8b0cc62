import { isUtf8 } from 'node:buffer';
import { hasDuplicateNames } from '../../platform/runtime/json-text';

/** A line of the file, numbered from 1: what it contains, or why it cannot be read. */
export type ImportLine = { line: number; record: unknown } | { line: number; problem: string };

/** Bytes. A longer line is a rejected line. It is not kept in memory. */
export const longestImportLine = 64 * 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** One line of NDJSON: the bytes without the line feed. Null for a line that is too long. */
interface TextLine {
  line: number;
  bytes: Buffer | null;
}

/**
 * Reads NDJSON: one JSON value in each line. Empty lines are left out. A line that cannot be read does not end the
 * file. The memory that this takes does not depend on the size of the file.
 */
export async function* readImportLines(source: AsyncIterable<Buffer>): AsyncGenerator<ImportLine> {
  for await (const { line, bytes } of splitLines(source)) {
    const text = bytes && withoutMarks(bytes, line);
    if (text === null) yield { line, problem: `is longer than ${longestImportLine} bytes` };
    else if (!isUtf8(text)) yield { line, problem: 'is not valid UTF-8' };
    else if (!isBlank(text)) yield { line, ...parseLine(text.toString()) };
  }
}

function parseLine(text: string): { record: unknown } | { problem: string } {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    // The message of the parser contains a part of the line, which can be a password hash.
    return { problem: 'is not valid JSON' };
  }
  return hasDuplicateNames(text) ? { problem: 'has a field twice' } : { record };
}

async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<TextLine> {
  let line = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length > longestImportLine) parts = [];
    else parts.push(part);
  };
  const take = (): TextLine => {
    const bytes = length > longestImportLine ? null : Buffer.concat(parts, length);
    parts = [];
    length = 0;
    line += 1;
    return { line: line - 1, bytes };
  };
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (length > 0) yield take();
}

/** Without the carriage return at the end, and without the byte order mark that some programs write into a file. */
function withoutMarks(bytes: Buffer, line: number): Buffer {
  const start = line === 1 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
  return bytes.subarray(start, end);
}

const isBlank = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0x20 || byte === 0x09);
