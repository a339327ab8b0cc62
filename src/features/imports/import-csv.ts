import { CsvError, parse } from 'csv-parse';
import { shownColumns } from '../../accounts/users/user-list';
import { fromCsvCell } from '../../platform/runtime/csv';
import { longestImportLine } from './import-lines';
import { importFields } from './imported-user.inputs';
import { type PresetLine, UnreadableExportError } from './presets/preset';

const content =
  'users as NDJSON, as a JSON array, or as CSV whose first row has the names of the fields, "email" among them';

/** What MySQL and `COPY` of PostgreSQL write for NULL. */
const nullOfMysql = '\\N';

/** Lists of objects, which a cell cannot show to a person. */
const withoutColumn: readonly string[] = ['identities', 'organizations'];
const columns = importFields.filter((field) => !withoutColumn.includes(field));

/**
 * Reads CSV (RFC 4180) with commas, semicolons or tabs, in UTF-8. The first row names the columns. An empty cell is a missing field.
 * @param fieldOf Returns the field that a column contains.
 * @throws UnreadableExportError. Its message contains a name of the first row, and nothing of other rows.
 */
export async function* readCsvRows(
  source: AsyncIterable<Buffer>,
  fieldOf: (column: string) => string,
): AsyncGenerator<PresetLine> {
  const { head, chunks } = await readHead(decoded(source));
  let rows: { line: number; cells: string[] }[] = [];
  const parser = parse({
    delimiter: delimiterOf(head),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestImportLine,
    // The parser calls it before it fails at a later row, and then has nothing to pass on.
    on_record(cells: string[], { lines }) {
      rows.push({ line: lines - lineFeedsIn(cells), cells });
      return null;
    },
  });
  let failure: Error | null = null;
  parser.on('error', (error) => {
    failure = error;
  });
  let fields: string[] | null = null;
  let isOwn = false;
  let last = 0;
  for await (const chunk of chunks) {
    await new Promise<unknown>((resolve) => (chunk === null ? parser.end(resolve) : parser.write(chunk, resolve)));
    for (const { line, cells } of rows) {
      if (fields !== null) yield { line, element: null, ...rowOf(fields, cells, isOwn) };
      else {
        fields = fieldsOf(cells, fieldOf);
        isOwn = isListOfUsers(fields);
      }
      last = line + lineFeedsIn(cells);
    }
    rows = [];
    if (failure) throw problemOf(failure, last + 1, fields);
  }
  if (fields === null) throw new UnreadableExportError(`The file must contain ${content}.`);
}

const lineFeedsIn = (cells: readonly string[]): number => cells.join('').split('\n').length - 1;

/** With line feeds alone, because the parser counts others twice inside of quotes. @throws UnreadableExportError if the bytes are not UTF-8 */
async function* decoded(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  // Also removes the byte order mark.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new UnreadableExportError('The file is not valid UTF-8. Save the spreadsheet as "CSV UTF-8".');
    }
  };
  let kept = '';
  for await (const chunk of source) {
    const text = kept + decode(chunk);
    // Its line feed can be in the next chunk.
    kept = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - kept.length).replaceAll('\r\n', '\n');
  }
  yield kept + decode();
}

/** Ends with null. */
async function* chainText(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string | null> {
  yield head;
  yield* rest;
  yield null;
}

/** Reads the first line, and what comes with it. */
async function readHead(
  chunks: AsyncGenerator<string>,
): Promise<{ head: string; chunks: AsyncIterable<string | null> }> {
  let head = '';
  while (head.length < longestImportLine && !/\S[^\r\n]*[\r\n]/.test(head)) {
    const next = await chunks.next();
    if (next.done) break;
    head += next.value;
  }
  return { head, chunks: chainText(head, chunks) };
}

/** Counts outside of quotes, in the first line. */
function delimiterOf(head: string): string {
  const [names = ''] = head
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const count = (character: string) => names.split(character).length;
  return [',', ';', '\t'].reduce((most, delimiter) => (count(delimiter) > count(most) ? delimiter : most));
}

/** Whether the file is the list of users of the administration, whose cells have guards against formulas. */
const isListOfUsers = (fields: readonly string[]): boolean => shownColumns.every((column) => fields.includes(column));

function fieldsOf(names: readonly string[], fieldOf: (column: string) => string): string[] {
  // Also `Email` and `EMAIL`.
  const fields = names.map((name) => {
    const field = fieldOf(name.trim());
    return columns.includes(field.toLowerCase()) ? field.toLowerCase() : field;
  });
  if (!fields.includes('email')) throw new UnreadableExportError(`The file must contain ${content}.`);
  const known = isListOfUsers(fields) ? columns.concat(shownColumns) : columns;
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined) {
    throw new UnreadableExportError(
      `The column "${unknown.slice(0, 64)}" is not a field of an import file in CSV. Remove it, or rename it (the command: with --map).`,
    );
  }
  const twice = fields.find((field, i) => fields.indexOf(field) !== i);
  if (twice !== undefined) throw new UnreadableExportError(`The first row has the field "${twice}" twice.`);
  return fields;
}

function rowOf(
  fields: readonly string[],
  cells: readonly string[],
  isOwn: boolean,
): { record: unknown } | { problem: string } {
  // A spreadsheet can leave out empty cells at the end.
  if (cells.length > fields.length || (cells.length < fields.length && cells.length <= fields.indexOf('email'))) {
    return { problem: `has ${cells.length} cells, and the first row has ${fields.length}` };
  }
  const given = fields.flatMap((field, i) => {
    const text = isOwn ? fromCsvCell(cells[i] ?? '') : (cells[i] ?? '');
    const isLeftOut = text === '' || text === nullOfMysql || shownColumns.includes(field);
    return isLeftOut ? [] : [[field, (cellValues[field] ?? asText)(text)]];
  });
  return { record: Object.fromEntries(given) };
}

const asText = (text: string): unknown => text;
const toTime = (text: string): unknown => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);

function toObject(text: string): unknown {
  if (!text.startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** How the text of a cell becomes the value of its field, if the field is no text. */
const cellValues: Readonly<Record<string, (text: string) => unknown>> = {
  roles: (text) => text.split(/[\s,;]+/).filter(Boolean),
  created_ts: toTime,
  updated_ts: toTime,
  last_login_ts: toTime,
  password: toObject,
  claims: toObject,
  fields: toObject,
};

/** The message of the library can contain a part of the file, which can be a password hash. */
function problemOf(error: Error, line: number, fields: readonly string[] | null): Error {
  if (!(error instanceof CsvError)) return error;
  if (fields === null) return new UnreadableExportError(`The file must contain ${content}.`);
  const problem =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `The row of line ${line} is longer than ${longestImportLine} characters, or a quote in it is not closed.`
      : `The file is not valid CSV: a quote in the row of line ${line} is not closed, or stands in a cell without quotes.`;
  return new UnreadableExportError(problem);
}
