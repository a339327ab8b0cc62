import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mostFrequentPasswords } from './common-passwords';

const file = path.join(__dirname, '../../src/features/passwords/common-password-list.ts');
const license = readFileSync(require.resolve('@zxcvbn-ts/language-common/LICENSE.txt'), 'utf8');
const passwords = [...new Set(mostFrequentPasswords().map((password) => password.normalize('NFC').toLowerCase()))];

/** The module of the embedded list. In the program it takes 1 ms to load. The package takes 50 ms and 20 MB. */
export const commonPasswordList = `// Made by \`npm run codegen\` from @zxcvbn-ts/language-common, with this license:
//
${license.trim().replaceAll(/^/gm, '// ').replaceAll(/ +$/gm, '')}

/** Frequent passwords with more than 8 characters, in lower case, one in each line, the most frequent first. */
export const commonPasswordList = \`
${passwords.map(checked).join('\n')}
\`;
`;

/** These characters would end the text in the module, or would be read as something else. */
function checked(password: string): string {
  if (/[\\`\s]|\$\{/.test(password)) throw new Error(`the password ${password} cannot be part of the module`);
  return password;
}

if (require.main === module) writeFileSync(file, commonPasswordList);
