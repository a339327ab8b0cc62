import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { mostFrequentPasswords } from './common-passwords';

const file = path.join(__dirname, '../../src/accounts/passwords/common-password-list.json');
const license = readFileSync(require.resolve('@zxcvbn-ts/language-common/LICENSE.txt'), 'utf8').trim().split(/\r?\n/);

/** Frequent passwords with more than 8 characters, in lower case, the most frequent first. */
export const listedPasswords = [
  ...new Set(mostFrequentPasswords().map((password) => password.normalize('NFC').toLowerCase())),
];
if (listedPasswords.some((password) => /\s/.test(password))) throw new Error('a listed password has a space');

/** In the program it takes 1 ms to load. The package takes 50 ms and 20 MB. */
export const listFile = {
  source: 'made by `npm run codegen` from @zxcvbn-ts/language-common, with this license',
  license,
  gzippedLines: gzipSync(listedPasswords.join('\n'), { level: 9 }).toString('base64'),
};

if (require.main === module) writeFileSync(file, `${JSON.stringify(listFile, null, 2)}\n`);
