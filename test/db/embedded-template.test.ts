import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyTemplate, templateFile } from '../../src/platform/db/embedded-template';
import { pendingMigrations } from '../../src/platform/db/migrate';
import { openDatabase } from '../../src/platform/db/open-database';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('the build has made a template, and a new database is a copy of it, with all migrations', async () => {
  expect(existsSync(await templateFile())).toBe(true);
  const database = await openDatabase({ kind: 'embedded', dataDir });
  expect(await pendingMigrations(database)).toEqual([]);
  expect(await database.query('SELECT count(*)::int AS users FROM users')).toEqual([{ users: 0 }]);
  await database.close();
});

test('what a copy that was killed has left is replaced', async () => {
  mkdirSync(path.join(dataDir, 'pglite.new/base'), { recursive: true });
  writeFileSync(path.join(dataDir, 'pglite.new/base/half'), '');
  await copyTemplate(path.join(dataDir, 'pglite'));
  expect(readdirSync(dataDir)).toEqual(['pglite']);
  expect(existsSync(path.join(dataDir, 'pglite/base/half'))).toBe(false);
});

test('without a template nothing is made, and PGlite makes the database', async () => {
  await copyTemplate(path.join(dataDir, 'pglite'), path.join(dataDir, 'none'));
  expect(readdirSync(dataDir)).toEqual([]);
});
