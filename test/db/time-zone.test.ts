import { Client } from 'pg';
import type { Database } from '../../src/platform/db/database';
import { createMigratedDatabase, type TestDatabase } from '../support/database';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  if (testDatabase.url) await setTimeZone(testDatabase.directUrl, 'America/New_York');
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function setTimeZone(url: string, zone: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone = '${zone}'`);
  await client.end();
}

test('Prisma and statements by hand use the same times, in every time zone of the server', async () => {
  const startedTs = new Date('2026-11-20T12:00:00.123Z');
  const insert = { name: 'test_insert', text: 'INSERT INTO jobs VALUES ($1, $2::timestamptz)' };
  const select = { name: 'test_select', text: 'SELECT name, started_ts AS "startedTs" FROM jobs ORDER BY name' };
  await database.prisma.job.create({ data: { name: 'by Prisma', startedTs } });
  await database.run(insert, ['by hand', startedTs]);
  const written = [
    { name: 'by Prisma', startedTs },
    { name: 'by hand', startedTs },
  ];
  expect(await database.prisma.job.findMany({ orderBy: { name: 'asc' } })).toEqual(expect.arrayContaining(written));
  expect(await database.run(select, [])).toEqual(expect.arrayContaining(written));
  expect(await database.prisma.job.count({ where: { startedTs: { gte: startedTs, lte: startedTs } } })).toBe(2);
});
