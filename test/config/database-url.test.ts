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
  ['?pgbouncer=true', 'has the parameter pgbouncer, which has no effect: remove it'],
  ['?connection_limit=5', 'has the parameter connection_limit, which has no effect: remove it'],
  ['?channel_binding=require', 'has the parameter channel_binding, which has no effect: remove it'],
  ['?connect_timeout=10', 'has the parameter connect_timeout, which has no effect: remove it'],
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
  expect(server).toEqual({ name: 'db:5432', url: `postgresql://db/x${query && '?'}${query}`, isTlsOptional });
});

test.each(['any', 'read-only', 'standby', 'prefer-standby'])('a session of the kind %s is rejected', (kind) => {
  const { error } = urlSchema.safeParse(`postgresql://db1,db2/x?target_session_attrs=${kind}`);
  expect(error?.issues[0]?.message).toBe(
    'must have target_session_attrs=read-write or primary, because Gatehouse writes',
  );
});
