import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RangeFiles } from '../../src/accounts/passwords/range-files';
import { writeRangeFiles } from '../support/range-files';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const sha1 = (password: string): Buffer => createHash('sha1').update(password).digest();
const prefixOf = (password: string): string => sha1(password).toString('hex').slice(0, 5).toUpperCase();
const includes = (password: string) => RangeFiles.open(folder).includes(sha1(password), new AbortController().signal);

test('a password is found in the file of its range, and another one of the range is not', async () => {
  writeRangeFiles(folder, ['stolen', 'password']);
  expect(await includes('stolen')).toBe(true);
  expect(await includes('password')).toBe(true);
  writeFileSync(path.join(folder, `${prefixOf('good')}.txt`), `${'A'.repeat(35)}:7\n`);
  expect(await includes('good')).toBe(false);
});

test('a file that was replaced is read again, and padding is no password', async () => {
  writeRangeFiles(folder, ['stolen']);
  const list = RangeFiles.open(folder);
  const line = sha1('stolen').toString('hex').slice(5).toLowerCase();
  writeFileSync(path.join(folder, `${prefixOf('stolen')}.txt`), `${line}:0\n`);
  expect(await list.includes(sha1('stolen'), new AbortController().signal)).toBe(false);
});

test('an error names neither the file nor a part of the hash', async () => {
  writeRangeFiles(folder, []);
  await expect(includes('missing')).rejects.toThrow(
    new Error('a file in the folder of BREACHED_PASSWORDS cannot be read (ENOENT)'),
  );
  writeFileSync(path.join(folder, `${prefixOf('broken')}.txt`), `${sha1('broken').toString('hex')}\n`);
  await expect(includes('broken')).rejects.toThrow(new Error('a range of BREACHED_PASSWORDS has another form'));
});

test.each([
  ['a folder without ranges', () => folder, 'names a folder without the file 00000.txt'],
  ['a missing folder', () => path.join(folder, 'missing'), 'names a folder that cannot be read (ENOENT)'],
  ['the file of an earlier version', () => path.join(folder, 'file'), 'is a file'],
])('%s is a wrong setting', (_, place, problem) => {
  writeFileSync(path.join(folder, 'file'), 'gatehouse-pwd-1\n');
  expect(() => RangeFiles.open(place())).toThrow(
    expect.objectContaining({
      problems: [
        `BREACHED_PASSWORDS ${problem}. It must be the folder of: haveibeenpwned-downloader <folder> -s false`,
      ],
    }),
  );
});
