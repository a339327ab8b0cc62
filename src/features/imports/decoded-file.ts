import { UnreadableExportError } from './presets/preset';

/** What people have instead of a text, by the bytes at the start, and what to do. */
const otherFiles: readonly [readonly string[], string][] = [
  [['\x1f\x8b'], 'is compressed with gzip. Decompress it with gunzip'],
  [['PK\x03\x04'], 'is a ZIP archive, as a spreadsheet is. Unpack it, or save the spreadsheet as CSV'],
  [['BZh91AY', '\xfd7zXZ', '\x28\xb5\x2f\xfd', '7z\xbc\xaf'], 'is compressed. Decompress it'],
  [['PGDMP'], 'is a dump of PostgreSQL. Export the table as JSON'],
  [['SQLite format 3'], 'is a database of SQLite. Export the table as JSON or CSV'],
];
const startBytes = 16;

/**
 * Returns a file in UTF-8, also if it is UTF-16. What is not valid there becomes U+FFFD.
 * @throws UnreadableExportError if the file is no text
 */
export async function* inUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null = null;
  let start: Buffer | null = Buffer.alloc(0);
  const decode = (bytes: Buffer) => (decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes);
  for await (const chunk of source) {
    if (start) start = Buffer.concat([start, chunk]);
    if (start && start.length < startBytes) continue;
    if (start) decoder = decoderOf(start);
    yield decode(start ?? chunk);
    start = null;
  }
  if (start && start.length > 0) {
    decoder = decoderOf(start);
    yield decode(start);
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

function decoderOf(bytes: Buffer): TextDecoder | null {
  const start = bytes.subarray(0, startBytes).toString('latin1');
  const [, problem] = otherFiles.find(([starts]) => starts.some((text) => start.startsWith(text))) ?? [];
  if (problem !== undefined) throw new UnreadableExportError(`The file ${problem}.`);
  if (/^[^!-~]*</.test(start)) {
    throw new UnreadableExportError('The file is HTML or XML, such as the page of an error. Export it again.');
  }
  const encoding = utf16Of(bytes);
  return encoding === null ? null : new TextDecoder(encoding);
}

/** As PowerShell and "Unicode text" of spreadsheets write it, without a mark also by the first character, which is ASCII. */
function utf16Of([first, second]: Buffer): string | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== undefined) ? 'utf-16be' : null;
}
