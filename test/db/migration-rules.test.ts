import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, '../../prisma/migrations');

/** What an instance of the version before does not survive, or what blocks its requests (docs/decisions/016). */
const forbidden: readonly [RegExp, string][] = [
  [/\bDROP (TABLE|COLUMN|CONSTRAINT)\b/i, 'the version before still uses it'],
  [/\bRENAME\b/i, 'the version before uses the old name'],
  [/\bSET NOT NULL\b/i, 'the version before still writes null'],
  [/\bDROP NOT NULL\b/i, 'the version before does not expect null'],
  [
    /\bSET DATA TYPE\b|\bALTER COLUMN "\w+" TYPE\b/i,
    'it rewrites the table, and the version before expects the old type',
  ],
  [/\bADD COLUMN\s+"\w+" (?!.*\bDEFAULT\b).*\bNOT NULL\b/i, 'the version before writes no value'],
  [/\bADD CONSTRAINT\b(?!.*\bFOREIGN KEY\b)/i, 'the version before does not know it'],
];

const allowed = new Set([
  // The version before answers 500 to a login of an account without a password: docs/operate/upgrade.md.
  'account_life: DROP NOT NULL',
  // The migration before has added the table, and both have been released together.
  'account_life: index on messages',
  // The version before does not have the table.
  'back_channel_logout: DROP NOT NULL',
  'back_channel_logout: index on webhook_deliveries',
  // The table is small, and only operators write it.
  'protected_resources: index on oauth_clients',
  'registrations_without_password: DROP COLUMN',
]);

function problemsOf(name: string, script: string): string[] {
  const sql = script.replaceAll(/^--.*$/gm, '');
  const found = forbidden.flatMap(([pattern, reason]) => {
    const match = pattern.exec(sql)?.[0];
    return match === undefined ? [] : [`${name}: ${match}: ${reason}`];
  });
  const created = [...sql.matchAll(/\bCREATE TABLE "(\w+)"/g)].map(([, table]) => table);
  for (const [, concurrently, table] of sql.matchAll(/\bCREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?[^;]*? ON "(\w+)"/g)) {
    if (!concurrently && !created.includes(table)) {
      found.push(`${name}: index on ${table}: without CONCURRENTLY, it blocks all writes`);
    }
  }
  return found.filter((problem) => ![...allowed].some((exception) => problem.startsWith(exception)));
}

const migrations = readdirSync(folder).filter((name) => !name.endsWith('.toml'));

test.each(migrations)('%s lets the version before serve', (name) => {
  const script = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
  expect(problemsOf(name.replace(/^\d+_/, ''), script)).toEqual([]);
});

test.each([
  ['ALTER TABLE "users" DROP COLUMN "tel";', 'x: DROP COLUMN: the version before still uses it'],
  ['ALTER TABLE "users" RENAME COLUMN "tel" TO "phone";', 'x: RENAME: the version before uses the old name'],
  [
    'ALTER TABLE "users" ADD COLUMN     "a" TEXT NOT NULL;',
    'x: ADD COLUMN     "a" TEXT NOT NULL: the version before writes no value',
  ],
  ['ALTER TABLE "users" ADD COLUMN     "a" TEXT NOT NULL DEFAULT \'\';', null],
  ['CREATE INDEX "a_idx" ON "users"("a");', 'x: index on users: without CONCURRENTLY, it blocks all writes'],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_idx" ON "users"("a");', null],
  ['CREATE TABLE "a" ("b" INT NOT NULL);\nCREATE INDEX "a_idx" ON "a"("b");', null],
])('the rules find the problem of %s', (script, problem) => {
  expect(problemsOf('x', script)).toEqual(problem === null ? [] : [problem]);
});
