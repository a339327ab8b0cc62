import { databaseUrlProblem, parseDatabaseUrl } from '../../src/platform/config/database-url';
import { databaseSettings } from '../../src/platform/db/database.settings';

const urlSchema = databaseSettings.database.url.schema;

test.each([
  ['postgresql://ada:p%40ss@db/x', ['db:5432'], ['postgresql://ada:p%40ss@db/x']],
  ['postgres://db:1/x?application_name=g', ['db:1'], ['postgres://db:1/x?application_name=g']],
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
  ['postgresql:///x?host=/run/postgresql', ['/run/postgresql'], ['postgresql:///x?host=%2Frun%2Fpostgresql']],
])('%s', (url, names, urls) => {
  const { servers } = parseDatabaseUrl(url);
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
  expect(databaseUrlProblem(url)).toMatch(/^must (be a postgresql:\/\/ URL|name each server as host:port), such as /);
});

test.each([
  [
    '?connection_limit=5',
    'cannot have the parameter connection_limit: an instance has its own limits for connections. Remove it',
  ],
  ['?hostaddr=1.2.3.4', 'cannot have the parameter hostaddr: use host'],
  ['?dbname=x', 'cannot have the parameter dbname: write the name of the database after the host'],
  ['?sslaccept=strict', 'cannot have the parameter sslaccept: use sslmode=verify-full, or require for any certificate'],
  [
    '?statement_cache_size=0',
    'cannot have the parameter statement_cache_size: if the URL leads to a pooler, set DATABASE_DIRECT_URL',
  ],
  ['?constructor=1', 'has the parameter constructor, which has no effect: remove it'],
  ['?channel_binding=always', 'must have channel_binding=disable, prefer or require'],
  ['?channel_binding=require', 'must have sslmode=require, verify-ca or verify-full with channel_binding=require'],
  [
    '?channel_binding=require&sslmode=prefer',
    'must have sslmode=require, verify-ca or verify-full with channel_binding=require',
  ],
  [
    '?sslnegotiation=direct&sslmode=prefer',
    'must have sslmode=require, verify-ca or verify-full with sslnegotiation=direct',
  ],
  ['?sslnegotiation=later', 'must have sslnegotiation=postgres or direct'],
  ['?connect_timeout=soon', 'must have connect_timeout as a whole number of seconds'],
  ['?connect_timeout=-1', 'must have connect_timeout as a whole number of seconds'],
  ['?keepalives=0', 'must have keepalives=1'],
  ['?client_encoding=LATIN1', 'must have client_encoding=UTF8, utf8, UTF-8, utf-8 or auto'],
  ['?gssencmode=require', 'must have gssencmode=disable or prefer'],
  ['?sslsni=0', 'must have sslsni=1'],
  ['?ssl_min_protocol_version=TLSv1', 'must have ssl_min_protocol_version=TLSv1.2'],
  ['?load_balance_hosts=random', 'must have load_balance_hosts=disable'],
  ['?ssl=maybe', 'must have ssl=true, false, 1, 0 or no-verify'],
  ['?statement_timeout=1', 'has the parameter statement_timeout, which has no effect: remove it'],
  ['?secret@db/y', 'has the parameter after the ?, which has no effect: remove it'],
  ['?sslmode=Require', 'must have sslmode=disable, allow, prefer, require, no-verify, verify-ca or verify-full'],
  [
    '?sslmode=verify-ca',
    'needs sslrootcert with sslmode=verify-ca. For a certificate of a public authority, use verify-full',
  ],
  ['?sslmode=require&sslrootcert=system', 'must have sslmode=verify-full with sslrootcert=system'],
  ['?sslmode=require&sslmode=disable', 'has the parameter sslmode more than once'],
  ['?schema=', 'must have the name of a schema in the parameter schema'],
  [`?schema=${'a'.repeat(64)}`, 'must have the name of a schema in the parameter schema'],
  ['?schema=a%22b', 'must have the name of a schema in the parameter schema'],
  ['#fragment', 'must have special characters in percent-encoding, such as %25 for %, %40 for @ and %23 for #'],
])('a part without effect, or a wrong one, is an error: %s', (rest, problem) => {
  expect(databaseUrlProblem(`postgresql://db/x${rest}`)).toBe(problem);
});

test.each(['postgresql://ada:100%sure@db/x', 'postgresql://a%zz@db/x', 'postgresql://db/x%'])(
  '%s has a special character that is not encoded',
  (url) => expect(databaseUrlProblem(url)).toMatch(/percent-encoding/),
);

test.each([
  ['sslmode=disable', 'sslmode=disable', false],
  ['sslmode=allow', 'sslmode=prefer&uselibpqcompat=true', true],
  ['sslmode=prefer', 'sslmode=prefer&uselibpqcompat=true', true],
  ['sslmode=require', 'sslmode=require&uselibpqcompat=true', false],
  ['sslmode=verify-ca&sslrootcert=x', 'sslmode=verify-ca&sslrootcert=x&uselibpqcompat=true', false],
  ['sslmode=verify-full', 'sslmode=verify-full', false],
  ['sslrootcert=system', 'sslmode=verify-full', false],
  ['schema=mine', '', false],
])('libpq reads %s as %s', (given, query, isTlsOptional) => {
  const [server] = parseDatabaseUrl(`postgresql://db/x?${given}`).servers;
  expect(server).toMatchObject({ name: 'db:5432', url: `postgresql://db/x${query && '?'}${query}`, isTlsOptional });
});

const none = { channelBinding: null, connectS: null, keepAliveS: null };

test.each([
  [
    'Neon',
    'sslmode=require&channel_binding=require',
    'sslmode=require&uselibpqcompat=true',
    { channelBinding: 'require' },
  ],
  [
    'Neon, by name',
    'sslmode=require&options=endpoint%3Dep-1',
    'sslmode=require&options=endpoint%3Dep-1&uselibpqcompat=true',
    {},
  ],
  ['Supabase on Vercel', 'sslmode=require&supa=base-pooler.x', 'sslmode=require&uselibpqcompat=true', {}],
  ['Prisma', 'pgbouncer=true&connect_timeout=15', '', { connectS: 15 }],
  ['Amazon RDS', 'sslmode=verify-full&sslrootcert=%2Frun', 'sslmode=verify-full&sslrootcert=%2Frun', {}],
  ['CockroachDB', 'sslmode=verify-full&options=--cluster%3Dx', 'sslmode=verify-full&options=--cluster%3Dx', {}],
  ['pg', 'sslmode=no-verify&uselibpqcompat=true', 'sslmode=no-verify', {}],
  ['pg without TLS', 'ssl=false', 'ssl=0', {}],
  ['libpq', 'keepalives=1&keepalives_idle=30&client_encoding=utf8&gssencmode=prefer', '', { keepAliveS: 30 }],
  [
    'libpq without limits',
    'connect_timeout=0&keepalives_idle=0&channel_binding=disable',
    '',
    { channelBinding: 'disable' },
  ],
])('the parameters of %s: %s', (_, given, query, expected) => {
  expect(databaseUrlProblem(`postgresql://db/x?${given}`)).toBeNull();
  const { servers, isPooler } = parseDatabaseUrl(`postgresql://db/x?${given}`);
  const url = `postgresql://db/x${query && '?'}${query}`;
  expect(servers).toEqual([{ name: 'db:5432', url, isTlsOptional: false, ...none, ...expected }]);
  expect(isPooler).toBe(given.includes('pgbouncer'));
});

test('pgbouncer=true needs DATABASE_DIRECT_URL, which leads to no pooler', () => {
  const { url, directUrl, readUrl } = databaseSettings.database;
  const [pooled, direct] = ['postgresql://db/x?pgbouncer=true', 'postgresql://db/x'];
  expect(url.conflict?.({ DATABASE_URL: pooled })).toMatch(/^has pgbouncer=true: set DATABASE_DIRECT_URL/);
  expect(url.conflict?.({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })).toBeNull();
  expect(directUrl.conflict?.({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled })).toMatch(
    /^must not lead to a pooler/,
  );
  expect(readUrl.conflict?.({ DATABASE_URL: direct, DATABASE_READ_URL: pooled })).toMatch(/^must not lead to a pooler/);
});

test.each(['any', 'read-only', 'standby', 'prefer-standby'])('a session of the kind %s is rejected', (kind) => {
  const { error } = urlSchema.safeParse(`postgresql://db1,db2/x?target_session_attrs=${kind}`);
  expect(error?.issues[0]?.message).toBe(
    'must have target_session_attrs=read-write or primary, because Gatehouse writes',
  );
});
