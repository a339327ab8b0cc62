import { parseRedisUrl, redisUrlProblem } from '../../src/platform/config/redis-url';

test.each([
  ['redis://localhost', [{ host: 'localhost', port: 6379 }], null, false, 0, {}, {}],
  ['redis://localhost/', [{ host: 'localhost', port: 6379 }], null, false, 0, {}, {}],
  ['redis://cache_1.internal:6380/3', [{ host: 'cache_1.internal', port: 6380 }], null, false, 3, {}, {}],
  ['rediss://:p%40ss@[::1]:6380', [{ host: '::1', port: 6380 }], null, true, 0, { password: 'p@ss' }, {}],
  [
    'redis://ada:a:b@c@cache',
    [{ host: 'cache', port: 6379 }],
    null,
    false,
    0,
    { username: 'ada', password: 'a:b@c' },
    {},
  ],
  [
    'redis+sentinel://s1,s2:26380,[fd00::1]:26381/mymaster',
    [
      { host: 's1', port: 26379 },
      { host: 's2', port: 26380 },
      { host: 'fd00::1', port: 26381 },
    ],
    'mymaster',
    false,
    0,
    {},
    {},
  ],
  [
    'rediss+sentinel://ada:secret@s1/my%20master/7?sentinel_username=bob&sentinel_password=p%2Fq',
    [{ host: 's1', port: 26379 }],
    'my master',
    true,
    7,
    { username: 'ada', password: 'secret' },
    { username: 'bob', password: 'p/q' },
  ],
])('%s', (url, servers, masterName, tls, database, login, sentinelLogin) => {
  expect(redisUrlProblem(url)).toBeNull();
  expect(parseRedisUrl(url)).toEqual({ servers, masterName, tls, database, login, sentinelLogin });
});

test.each([
  ['http://hunter2@cache', 'must be a redis://, rediss://, redis+sentinel:// or rediss+sentinel:// URL'],
  ['redis://:hunter2@', 'must have a host'],
  ['redis://:hunter2@cache:0', 'must have a host'],
  ['redis://:hunter2@cache:65536', 'must have a host'],
  ['redis://:hunter2@cache/limits', 'must end with the number of a database'],
  ['redis://:hunter2@cache/1/2', 'must end with the number of a database'],
  ['redis://:hunter2@s1:6379,s2:6379', 'names several servers. For Sentinel'],
  ['redis://hunter2@cache', 'has a user without a password. A password alone has a colon before it'],
  ['redis://hunter2:@cache', 'has a user without a password'],
  ['redis://:hunter2@cache?db=1', 'may have no parameters: the number of a database is its path'],
  ['redis://:hunter2@cache/0?family=0', 'may have no parameters'],
  ['redis://:hunter2#@cache', 'must have special characters in percent-encoding'],
  ['redis://cache#hunter2', 'must have special characters in percent-encoding'],
  ['redis+sentinel://s1/mymaster?sentinel_username=hunter2', 'has a user without a password'],
  [
    'redis+sentinel://s1/mymaster?sentinel_password=hunter2&sentinel_password=hunter2',
    'may have the parameters sentinel_username and sentinel_password, each once',
  ],
  ['redis://:hunter2%@cache', 'must have special characters in percent-encoding'],
  ['redis+sentinel://:hunter2@s1:26379', 'must name the master'],
  ['redis+sentinel://:hunter2@s1:26379/', 'must name the master'],
  ['redis+sentinel://:hunter2@s1,,s3/mymaster', 'must name each sentinel as host:port'],
  ['redis+sentinel://:hunter2@s1/mymaster/hunter2', 'must end with the number of a database'],
  ['redis+sentinel://:hunter2@s1/mymaster?password=hunter2', 'may have the parameters sentinel_username'],
])('%s is rejected, and the reason does not contain the password', (url, reason) => {
  const problem = redisUrlProblem(url);
  expect(problem).toContain(reason);
  expect(problem).not.toContain('hunter2');
});
