import { parseDatabaseUrl } from '../../src/platform/config/database-url';
import { databaseSettings } from '../../src/platform/db/database.settings';

const urlSchema = databaseSettings.database.url.schema;

test.each([
  ['postgresql://ada:p%40ss@db/x', ['db:5432'], ['postgresql://ada:p%40ss@db/x']],
  ['postgres://db:1/x?sslmode=verify-full', ['db:1'], ['postgres://db:1/x?sslmode=verify-full']],
  [
    'postgresql://ada:p%40ss@db1:5433,db2/x?target_session_attrs=read-write&sslmode=verify-full',
    ['db1:5433', 'db2:5432'],
    ['postgresql://ada:p%40ss@db1:5433/x?sslmode=verify-full', 'postgresql://ada:p%40ss@db2/x?sslmode=verify-full'],
  ],
  [
    'postgresql://[::1]:5433,[::2]/x',
    ['[::1]:5433', '[::2]:5432'],
    ['postgresql://[::1]:5433/x', 'postgresql://[::2]/x'],
  ],
  ['postgresql:///x?host=/run/postgresql', ['/run/postgresql'], ['postgresql:///x?host=/run/postgresql']],
])('%s', (url, names, urls) => {
  const { servers } = parseDatabaseUrl(url) ?? { servers: [] };
  expect(servers.map(({ name }) => name)).toEqual(names);
  expect(servers.map((server) => server.url)).toEqual(urls);
});

test.each([
  'mysql://db/x',
  'db/x',
  'postgresql://db1,,db2/x',
  'postgresql://db1:x,db2/x',
  'postgresql://db1:99999,db2/x',
])('%s is no URL of a database', (url) => {
  expect(parseDatabaseUrl(url)).toBeNull();
});

test.each(['any', 'read-only', 'standby', 'prefer-standby'])('a session of the kind %s is rejected', (kind) => {
  const { error } = urlSchema.safeParse(`postgresql://db1,db2/x?target_session_attrs=${kind}`);
  expect(error?.issues[0]?.message).toBe(
    'must have target_session_attrs=read-write or primary, because Gatehouse writes',
  );
});
