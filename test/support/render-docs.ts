import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settings } from '../../src/config';
import { errorTable } from '../../src/errors';

const root = path.join(__dirname, '../..');
const code = (text: string): string =>
  text === '' || text.includes('`') || / (in|outside) /.test(text) ? text : `\`${text}\``;

/** The parts of the documents that are made from the code, by the marker they stand under. */
const parts = {
  'README.md settings': () =>
    table(
      ['variable', 'default', 'meaning'],
      settings.map(({ name, default: byDefault, meaning }) => [code(name), code(byDefault) || 'none', meaning]),
    ),
  'docs/errors.md errors': () =>
    table(
      ['code', 'REST status', 'when', 'text'],
      Object.entries(errorTable).map(([name, { status, when, msg }]) => [code(name), String(status), when, msg]),
    ),
} as const;

function table(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Each document as it is and as it should be. */
export function renderedDocs(): { file: string; current: string; expected: string }[] {
  return Object.entries(parts).map(([where, render]) => {
    const [file = '', name = ''] = where.split(' ');
    const current = readFileSync(path.join(root, file), 'utf8');
    const between = new RegExp(`(<!-- ${name}: made from the code -->\n)[\\s\\S]*?(<!-- end -->)`);
    return { file, current, expected: current.replace(between, (_, start, end) => `${start}${render()}\n${end}`) };
  });
}

if (require.main === module) {
  for (const { file, expected } of renderedDocs()) writeFileSync(path.join(root, file), expected);
}
