import { readCsvRows } from './import-csv';
import { readImportLines } from './import-lines';
import { isFields } from './presets/fields';
import { readJsonElements } from './presets/json-elements';
import { type PresetLine, wrongContent } from './presets/preset';

/** Reads one JSON object in each line, or the elements of a JSON array if the file begins with one. */
export async function* readRows(source: AsyncIterable<Buffer>, content: string): AsyncGenerator<PresetLine> {
  const { first, chunks } = await detect(source, content);
  if (first === '[') yield* readJsonElements(chunks, { content });
  else {
    let isFirst = true;
    for await (const row of readLines(chunks)) {
      if (isFirst && 'problem' in row && first !== '{') throw wrongContent('is not JSON', content);
      isFirst = false;
      yield row;
    }
  }
}

/** The field of the import format for each name of the file that is another one. */
export type FieldMap = ReadonlyMap<string, string>;

/**
 * Reads NDJSON, a JSON array or CSV, whichever the file is.
 * @throws UnreadableExportError if the file is none of them
 */
export async function* readAnyRows(source: AsyncIterable<Buffer>, fields: FieldMap): AsyncGenerator<PresetLine> {
  const content = 'a JSON array of users, or one JSON object in each line';
  const { first, chunks } = await detect(source, content);
  const isJson = first === undefined || first === '[' || first === '{';
  if (!isJson) yield* readCsvRows(chunks, (column) => fields.get(column) ?? column);
  else {
    const rows = first === '[' ? readJsonElements(chunks, { content }) : readLines(chunks);
    for await (const row of rows) yield 'record' in row && fields.size > 0 ? renamed(row, fields) : row;
  }
}

function renamed(row: Extract<PresetLine, { record: unknown }>, fields: FieldMap): PresetLine {
  const { line, element, record } = row;
  if (!isFields(record)) return row;
  const entries = Object.entries(record).map(([name, value]) => [fields.get(name) ?? name, value] as const);
  const isTwice = new Set(entries.map(([name]) => name)).size < entries.length;
  if (isTwice) return { line, element, problem: 'has a field twice, after the fields were renamed' };
  return { line, element, record: Object.fromEntries(entries) };
}

async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<PresetLine> {
  for await (const line of readImportLines(chunks)) yield { ...line, element: null };
}

/** Bytes. A file that begins with more white space than this is neither a JSON array nor CSV. */
const longestBlank = 64 * 1024;

/**
 * Reads until the first character that is not white space.
 * @throws UnreadableExportError for an object over several lines, of which no line is JSON
 */
async function detect(
  source: AsyncIterable<Buffer>,
  content: string,
): Promise<{ first: string | undefined; chunks: AsyncIterable<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let text = '';
  let first: string | undefined;
  for (let length = 0; (first === undefined || isBraceAlone(text)) && length < longestBlank; ) {
    const next = await iterator.next();
    if (next.done) break;
    read.push(next.value);
    length += next.value.length;
    // Without the byte order mark, which is not ASCII.
    text += next.value.toString('latin1');
    first = /[!-~]/.exec(text)?.[0];
  }
  if (/^[^!-~]*\{[ \t\r]*\n\s*"/.test(text)) throw wrongContent('has an object over several lines', content);
  return { first, chunks: chain(read, iterator) };
}

const isBraceAlone = (text: string): boolean => /^[^!-~]*\{\s*$/.test(text);

async function* chain(read: readonly Buffer[], iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* read;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
