import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CommonPasswords } from '../../src/accounts/passwords/common-passwords';
import { shortestPassword } from '../../src/accounts/passwords/password.inputs';
import { mostFrequentPasswords } from '../support/common-passwords';
import { listedPasswords, listFile } from '../support/render-common-passwords';

test('the list has more than the 3000 most frequent passwords that are long enough', () => {
  const common = new CommonPasswords();
  const listed = mostFrequentPasswords();
  expect(new Set(listed.map((password) => password.normalize('NFC').toLowerCase())).size).toBeGreaterThan(3000);
  expect(listed.filter((password) => [...password].length < shortestPassword)).toEqual([]);
  expect(listed.filter((password) => !common.includes(password))).toEqual([]);
});

test('the list is made from the package', () => {
  const file = path.join(__dirname, '../../src/accounts/passwords/common-password-list.json');
  const { gzippedLines, ...origin } = JSON.parse(readFileSync(file, 'utf8'));
  const { gzippedLines: _, ...expected } = listFile;
  expect(origin).toEqual(expected);
  // Not the bytes: another version of zlib can compress in another way.
  expect(gunzipSync(Buffer.from(gzippedLines, 'base64')).toString().split('\n')).toEqual(listedPasswords);
});

test.each(['password1', 'PassWord1', 'qwertyuiop', '123456789'])('%s is common', (password) => {
  expect(new CommonPasswords().includes(password)).toBe(true);
});

test.each(['correct horse battery', 'password', 'password1 ', ' password1', 'ｐassword1', ''])(
  '%s is not',
  (password) => {
    expect(new CommonPasswords().includes(password)).toBe(false);
  },
);

test('the list is loaded when the first password is compared', () => {
  const { cache, resolve } = createRequire(__filename);
  const list = resolve('../../src/accounts/passwords/common-password-list.json');
  delete cache[list];
  const common = new CommonPasswords();
  expect(cache[list]).toBeUndefined();
  common.includes('password1');
  expect(cache[list]).toBeDefined();
});
