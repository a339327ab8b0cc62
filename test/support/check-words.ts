import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findAvoidedWords } from './words';

/** `npm run check:words`: fails if a file of the project contains a word of the list in words.ts. */
const root = path.join(__dirname, '../..');
/** The list, its test, and the spelling of that test; migrations, whose checksum databases remember; released schemas; and data of others. */
const excluded = [
  ':!test/support/words.ts',
  ':!test/words.test.ts',
  ':!test/tools/cspell.json',
  ':!prisma/migrations',
  ':!src/accounts/passwords/common-password-list.json',
  ':!test/support/released',
  ':(exclude,glob)**/package-lock.json',
  ':!LICENSE',
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', '.', ...excluded], {
  cwd: root,
  encoding: 'utf8',
});
let found = 0;
for (const file of files.trim().split('\n')) {
  if (!existsSync(path.join(root, file))) continue;
  for (const { line, word, instead } of findAvoidedWords(file, readFileSync(path.join(root, file), 'utf8'))) {
    process.stderr.write(`${file}:${line}: "${word}", write: ${instead}\n`);
    found += 1;
  }
}
process.exitCode = found > 0 ? 1 : 0;
