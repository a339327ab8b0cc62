import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, '../../docs/decisions');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const decisions = readdirSync(folder).filter((file) => /^\d{3}-/.test(file));

test.each(decisions)('%s has a title, a context, a decision and consequences, in at most 250 words', (file) => {
  const text = read(file);
  expect(text).toMatch(new RegExp(`^# ${file.slice(0, 3)}: .+\n\n## Context\n`));
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
    'Context',
    'Decision',
    'Consequences',
  ]);
  expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(250);
});

test('the index has each decision with its title', () => {
  const rows = [...read('README.md').matchAll(/^- \[(\d{3})\]\((\S+)\): (.+)$/gm)];
  const listed = rows.map(([, number, file, title]) => ({ file, title: `# ${number}: ${title}` }));
  expect(listed).toEqual(decisions.map((file) => ({ file, title: read(file).split('\n')[0] })));
});
