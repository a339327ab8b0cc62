import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BreachFile, breachFileHeader } from '../../src/features/passwords/breach-file';
import { buildBreachFile } from '../../src/features/passwords/breach-file-builder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const inFolder = (name: string) => path.join(folder, name);
const sha1 = (password: string): Buffer => createHash('sha1').update(password).digest();
const lineOf = (hash: Buffer, count = 1) => `${hash.toString('hex').toUpperCase()}:${count}`;
const named = (name: string, length: number) => Array.from({ length }, (_, i) => sha1(`${name} ${i}`));

async function build(text: string, fewest = 1): Promise<number> {
  writeFileSync(inFolder('source'), text);
  return buildBreachFile(inFolder('source'), inFolder('file'), fewest);
}

async function found(hashes: readonly Buffer[]): Promise<number> {
  const list = BreachFile.open(inFolder('file'));
  const results = await Promise.all(hashes.map((hash) => list.includes(hash)));
  list.close();
  return results.filter(Boolean).length;
}

test.each([0, 1, 511, 512, 513, 1024, 20_000])(
  'of a file with %i hashes each is found, and no other',
  async (count) => {
    const hashes = named('stolen', count);
    expect(await build(hashes.map((hash) => lineOf(hash)).join('\n'))).toBe(count);
    expect(await found(hashes)).toBe(count);
    expect(await found(named('good', 2000))).toBe(0);
    expect(await found([Buffer.alloc(20), Buffer.alloc(20, 255)])).toBe(0);
  },
);

test('a search reads a few pages, so the memory does not grow with the file', async () => {
  const hashes = named('stolen', 50_000);
  await build(hashes.map((hash) => lineOf(hash)).join('\n'));
  const list = BreachFile.open(inFolder('file'));
  const pages = jest.spyOn(list as unknown as { page(): Promise<Buffer> }, 'page');
  for (const hash of hashes.slice(0, 500)) expect(await list.includes(hash)).toBe(true);
  expect(pages.mock.calls.length / 500).toBeLessThan(5);
  list.close();
});

test('hashes that are not distributed evenly are found, too, in few steps', async () => {
  const uneven = Array.from({ length: 200_000 }, (_, i) => {
    const hash = Buffer.alloc(20);
    hash.writeBigUInt64BE(i < 199_990 ? 7n + BigInt(i) : 2n ** 64n - 200_000n + BigInt(i));
    return hash;
  });
  await build(uneven.map((hash) => lineOf(hash)).join('\n'));
  const between = Buffer.alloc(20);
  between.writeBigUInt64BE(2n ** 63n);
  expect(await found([between, Buffer.alloc(20)])).toBe(0);

  const list = BreachFile.open(inFolder('file'));
  const pages = jest.spyOn(list as unknown as { page(): Promise<Buffer> }, 'page');
  for (const i of [0, 77_777, 150_000, 199_989, 199_990, 199_999]) {
    pages.mockClear();
    expect(await list.includes(uneven[i] ?? between)).toBe(true);
    expect(pages.mock.calls.length).toBeLessThan(40);
  }
  list.close();
});

test('the hashes are sorted, and each is there once, in any order and with any line ends', async () => {
  const hashes = named('stolen', 3000);
  const lines = [...hashes, ...hashes.slice(0, 100)].map((hash, i) => (i % 2 ? lineOf(hash) : hash.toString('hex')));
  expect(await build(`${lines.join('\r\n')}\r\n\r\n`)).toBe(3000);
  const file = readFileSync(inFolder('file'));
  expect(file.subarray(0, 16)).toEqual(breachFileHeader);
  const entries = Array.from({ length: 3000 }, (_, i) => file.subarray(16 + 8 * i, 24 + 8 * i).toString('hex'));
  expect(entries).toEqual(hashes.map((hash) => hash.toString('hex', 0, 8)).sort());
  // Only the source and the file: everything else is removed.
  expect(readdirSync(folder).sort()).toEqual(['file', 'source']);
});

test('a line can be cut anywhere by the parts in which a file is read', async () => {
  // More than one part of a mebibyte.
  const hashes = named('stolen', 30_000);
  expect(await build(hashes.map((hash, i) => lineOf(hash, i + 1)).join('\n'))).toBe(30_000);
  expect(await found(hashes)).toBe(30_000);
});

test('a folder of ranges, as the downloader of Have I Been Pwned makes it', async () => {
  const hashes = named('stolen', 500);
  const ranges = inFolder('ranges');
  mkdirSync(ranges);
  for (const hash of hashes) {
    const line = lineOf(hash, 2);
    writeFileSync(path.join(ranges, `${line.slice(0, 5)}.txt`), `${line.slice(5)}\r\n`, { flag: 'a' });
  }
  expect(await buildBreachFile(ranges, inFolder('file'), 1)).toBe(500);
  expect(await found(hashes)).toBe(500);
});

test('rare passwords can be left out, and padding always is', async () => {
  const [often, twice, once, never] = named('stolen', 4) as [Buffer, Buffer, Buffer, Buffer];
  const text = [lineOf(often, 1_000_000), lineOf(twice, 2), lineOf(once, 1), lineOf(never, 0)].join('\n');
  expect(await build(text)).toBe(3);
  expect(await build(text, 2)).toBe(2);
  expect(await found([often, twice])).toBe(2);
  expect(await found([once, never])).toBe(0);
});

test.each([
  ['a password', 'correct horse battery', 2],
  ['an MD5 hash', 'd41d8cd98f00b204e9800998ecf8427e', 2],
  ['a SHA-256 hash', sha1('x').toString('hex').padEnd(64, '0'), 2],
  ['another separator', `${sha1('x').toString('hex')};3`, 2],
  ['a count that is no number', `${sha1('x').toString('hex')}:many`, 2],
  ['no count after the colon', `${sha1('x').toString('hex')}:`, 2],
  ['a long line', 'a'.repeat(3_000_000), 2],
])('a source with %s is rejected, and the old file stays', async (_, line, number) => {
  const [hash] = named('stolen', 1) as [Buffer];
  await build(lineOf(hash));
  await expect(build(`${lineOf(hash)}\n${line}\n`)).rejects.toThrow(
    `line ${number} of ${inFolder('source')} is not a SHA-1 hash. It must have 40 hex digits`,
  );
  expect(await found([hash])).toBe(1);
  expect(readdirSync(folder).sort()).toEqual(['file', 'source']);
});

test('a file that is missing, of another form or cut off stops the start', async () => {
  const problem = (content?: Buffer | string) => {
    if (content !== undefined) writeFileSync(inFolder('file'), content);
    try {
      BreachFile.open(inFolder('file')).close();
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const build = 'make it with: gatehouse passwords build';
  expect(problem()).toBe(`BREACHED_PASSWORDS names a file that cannot be read (ENOENT). Check the path, or ${build}`);
  const other = `BREACHED_PASSWORDS names a file of another form: ${build}`;
  expect(problem('')).toBe(other);
  expect(problem(lineOf(sha1('x')))).toBe(other);
  expect(problem(Buffer.concat([breachFileHeader, randomBytes(12)]))).toBe(other);
  expect(problem(breachFileHeader)).toBeNull();
});

test('a file that was cut after the start is an error, not an answer', async () => {
  await build(
    named('stolen', 5000)
      .map((hash) => lineOf(hash))
      .join('\n'),
  );
  const list = BreachFile.open(inFolder('file'));
  truncateSync(inFolder('file'), 100);
  await expect(list.includes(sha1('x'))).rejects.toThrow('shorter than at the start');
  list.close();
});
