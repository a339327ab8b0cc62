import { readImportLines } from '../import-lines';
import { readJsonElements } from './json-elements';
import type { PresetLine } from './preset';

/** Reads one JSON object in each line, or the elements of a JSON array if the file begins with one. */
export async function* readRows(source: AsyncIterable<Buffer>, content: string): AsyncGenerator<PresetLine> {
  const { isArray, chunks } = await detectArray(source);
  if (isArray) yield* readJsonElements(chunks, null, content);
  else for await (const line of readImportLines(chunks)) yield { ...line, element: null };
}

/** Bytes. A file that begins with more white space than this is not a JSON array. */
const longestBlank = 64 * 1024;

/** Reads until the first character that is not white space. */
async function detectArray(
  source: AsyncIterable<Buffer>,
): Promise<{ isArray: boolean; chunks: AsyncIterable<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let first: string | undefined;
  for (let length = 0; first === undefined && length < longestBlank; ) {
    const next = await iterator.next();
    if (next.done) break;
    read.push(next.value);
    length += next.value.length;
    // Without the byte order mark, which is not ASCII.
    first = /[!-~]/.exec(next.value.toString('latin1'))?.[0];
  }
  return { isArray: first === '[', chunks: chain(read, iterator) };
}

async function* chain(read: readonly Buffer[], iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* read;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
