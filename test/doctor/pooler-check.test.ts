import { checkPooler } from '../../src/doctor/pooler-check';
import type { DatabasePath } from '../../src/platform/db/database-paths';

const path = (kind: DatabasePath['kind'], statementTimeoutMs = 2000): DatabasePath => ({ kind, statementTimeoutMs });
const check = (url: DatabasePath, directUrl: DatabasePath | null, isSameDatabase = true) =>
  checkPooler(async () => ({ url, directUrl, isSameDatabase }), true);

test.each([
  ['ok', path('direct'), null, /no connection pooler$/],
  ['failure', path('transaction'), null, /transaction mode.* Set DATABASE_DIRECT_URL/],
  ['ok', path('session'), null, /session mode.* after 2000 ms$/],
  ['warning', path('session', 0), null, /time limits.* Set DATABASE_DIRECT_URL/],
  ['ok', path('transaction'), path('direct'), /transaction mode, and DATABASE_DIRECT_URL to the same database/],
  ['ok', path('session'), path('direct'), /session mode, and DATABASE_DIRECT_URL to the same database/],
  ['warning', path('transaction', 0), path('direct'), /Set statement_timeout in connect_query/],
  ['warning', path('direct'), path('direct'), /Remove DATABASE_DIRECT_URL/],
  ['failure', path('transaction'), path('transaction'), /DATABASE_DIRECT_URL leads to a connection pooler/],
  ['failure', path('direct'), path('session'), /DATABASE_DIRECT_URL leads to a connection pooler in session mode/],
] as const)('%s: DATABASE_URL %j, DATABASE_DIRECT_URL %j', async (verdict, url, directUrl, says) => {
  expect(await check(url, directUrl)).toMatchObject({ verdict, says: expect.stringMatching(says) });
});

test('two databases are a failure', async () => {
  expect(await check(path('transaction'), path('direct'), false)).toMatchObject({
    verdict: 'failure',
    says: expect.stringContaining('lead to two databases'),
  });
});

test('without an answer, only the check of the database fails', async () => {
  const inspect = () => Promise.reject(new Error('away'));
  expect((await checkPooler(inspect, false)).verdict).toBe('skipped');
  expect((await checkPooler(inspect, true)).verdict).toBe('failure');
});

test('the embedded database is skipped', async () => {
  expect((await checkPooler(async () => null, true)).verdict).toBe('skipped');
});
