import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, '../../docs/decisions');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const decisions = readdirSync(folder).filter((file) => /^\d{3}-/.test(file));

test.each(decisions)('%s has a title, a status, a context, a decision and consequences, in this order', (file) => {
  const form = /^# \d{3}: .+\n\n\*\*Status:\*\* (accepted|superseded by )[\s\S]+\n## Context\n[\s\S]+\n## Decision\n/;
  expect(read(file)).toMatch(form);
  expect([...read(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
    'Context',
    'Decision',
    'Consequences',
  ]);
});

test('the index has each decision with its title and its status', () => {
  const rows = [
    ...read('README.md').matchAll(/^\| \[(\d{3})\]\((\S+)\) \| (.+) \| (accepted|superseded by \d{3}) \|$/gm),
  ];
  const listed = rows.map(([, number, file, title, status]) => ({ file, title: `# ${number}: ${title}`, status }));
  const expected = decisions.map((file) => {
    const [title = '', , status = ''] = read(file).split('\n');
    const [, state, by] = status.match(/^\*\*Status:\*\* (accepted|superseded by)\b(?: \[decision (\d{3})\])?/) ?? [];
    return { file, title, status: by === undefined ? state : `${state} ${by}` };
  });
  expect(listed).toEqual(expected);
});
