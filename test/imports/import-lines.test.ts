import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type ImportLine, longestImportLine, readImportLines } from '../../src/features/imports/import-lines';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

async function read(text: string | Buffer, chunkBytes = 7): Promise<ImportLine[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
  }
  return linesOf(chunks());
}

async function linesOf(chunks: AsyncIterable<Buffer>): Promise<ImportLine[]> {
  const lines: ImportLine[] = [];
  for await (const line of readImportLines(chunks)) lines.push(line);
  return lines;
}

test('a line is one JSON value, for any chunks, line ends and empty lines', async () => {
  const expected = [
    { line: 1, record: { email: 'ädä@example.com' } },
    { line: 3, record: [1] },
    { line: 5, record: null },
  ];
  const lines = '{"email":"ädä@example.com"}\n\n[1]\n \t\nnull';
  for (const chunkBytes of [1, 2, 3, 1000]) {
    expect(await read(lines, chunkBytes)).toEqual(expected);
    expect(await read(`\u{FEFF}${lines.replaceAll('\n', '\r\n')}\r\n`, chunkBytes)).toEqual(expected);
  }
  expect(await read('')).toEqual([]);
});

test('a line that cannot be read is reported with its number, and the lines after it are read', async () => {
  const long = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
  const lines = ['{"a":1', '{"a":1,"\\u0061":2}', '\xff', long(longestImportLine + 1), long(longestImportLine), '1 2'];
  const found = await read(Buffer.from([...lines, '"end"'].join('\n'), 'latin1'), 4096);
  expect(found).toEqual([
    { line: 1, problem: 'is not valid JSON' },
    { line: 2, problem: 'has a field twice' },
    { line: 3, problem: 'is not valid UTF-8' },
    { line: 4, problem: 'is longer than 65536 bytes' },
    { line: 5, record: 'x'.repeat(longestImportLine - 2) },
    { line: 6, problem: 'is not valid JSON' },
    { line: 7, record: 'end' },
  ]);
});

test('a line without an end does not fill the memory', async () => {
  let held = Number.POSITIVE_INFINITY;
  async function* endless() {
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 1024; i += 1) yield Buffer.alloc(1 << 20, 0x20);
    // What is left is in use. Otherwise the result would depend on when the last collection ended.
    collectGarbage();
    held = process.memoryUsage().arrayBuffers - before;
  }
  expect(await linesOf(endless())).toEqual([{ line: 1, problem: 'is longer than 65536 bytes' }]);
  expect(held).toBeLessThan(512 << 20);
});
