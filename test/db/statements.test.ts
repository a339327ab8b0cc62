import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');

/** The statements of the code that are written by hand: the name, and what stands between the name and the text. */
function statements(): { name: string; between: string }[] {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('generated') && !file.startsWith('pages/words/'),
  );
  return files.flatMap((file) =>
    [
      ...readFileSync(path.join(root, 'src', file), 'utf8').matchAll(
        /\bname: ['"`]([^'"`]+)['"`],((?:\s|\/\/[^\n]*\n)*)text:/g,
      ),
    ].map(([, name = '', between = '']) => ({ name: `${name} in ${file}`, between })),
  );
}

test('each statement that is written by hand says why', () => {
  const all = statements();
  expect(all.length).toBeGreaterThan(50);
  const withoutReason = all.filter(
    ({ between }) => !/^\s*\/\/ By hand(:| \((hot|race|start|Prisma|batches)\)[:.])/.test(between),
  );
  expect(withoutReason.map(({ name }) => name)).toEqual([]);
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
  // Parts of the statement of a login, of those that end sessions and of those of applications, a part that several statements share, the statement of clean-ups, and the readiness check of the database.
  expect(places.sort()).toEqual([
    'accounts/sessions/device-statement.ts',
    'accounts/sessions/logout-statement.ts',
    'accounts/sessions/organization-statement.ts',
    'compose/stores.ts',
    'platform/audit/audit-statement.ts',
    'platform/jobs/clean-up-step.ts',
  ]);
});
