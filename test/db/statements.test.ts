import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const decision = 'docs/decisions/008-statements-of-hot-paths.md';

/**
 * Returns the handwritten statements of the code. In the code the name is followed by the text, or by a comment and the
 * text.
 */
function statementsOfCode(): string[] {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('generated'),
  );
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, 'src', file), 'utf8');
    const found = text.matchAll(/\bname: ['"`]([^'"`]+)['"`],\s*(?:\/\/[^\n]*\s*)*text:/g);
    const expired = text.matchAll(/\bexpired\('(\w+)'/g);
    return (
      [...found, ...[...expired].map(([, table]) => ['', `clean_up_${table}`])]
        // Each call of `expired` names its statement.
        .filter(([, name]) => !name?.includes('$'))
        .map(([, name]) => `${name} src/${file}`)
    );
  });
}

test('each statement that is written by hand is in the table of decision 008, and no other is', () => {
  const rows = readFileSync(path.join(root, decision), 'utf8').matchAll(/^\| `(\w+)` \| `([\w./-]+)` \| (.+) \|$/gm);
  const listed = [...rows].map(([, name, file, reason]) => ({ name, file, reason }));
  expect(listed.map(({ name, file }) => `${name} ${file}`).sort()).toEqual(statementsOfCode().sort());
  const names = new Set(listed.map(({ name }) => name));
  for (const { reason } of listed) {
    const [, other] = reason?.match(/^as `(\w+)`/) ?? [];
    expect(other === undefined ? reason : names.has(other)).toBeTruthy();
  }
});

test('the code that gives SQL to Prisma or a driver is that of src/platform/db', () => {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^(generated|platform\/db)\//.test(file),
  );
  const raw = files.filter((file) =>
    /\$(queryRaw|executeRaw)|\b(SELECT|INSERT INTO|DELETE FROM)\b/.test(
      readFileSync(path.join(root, 'src', file), 'utf8'),
    ),
  );
  const places = raw.filter((file) => !/(\.store|-clean-up)\.ts$/.test(file));
  // A part that several statements share, the statement of clean-ups, and the readiness check of the database.
  expect(places.sort()).toEqual([
    'platform/audit/audit-statement.ts',
    'platform/jobs/clean-up-step.ts',
    'wiring/stores.ts',
  ]);
});
