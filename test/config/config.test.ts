import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import { readConfig } from '../../src/config/config';
import { ConfigError } from '../../src/config/config-error';

const secret = Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64');

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

test('without any setting it serves on port 4000 on the embedded database', () => {
  expect(readConfig({})).toEqual({
    production: false,
    explorer: true,
    host: '0.0.0.0',
    port: 4000,
    metrics: null,
    traces: null,
    maxConnections: 5000,
    maxConnectionsPerAddress: 500,
    database: { kind: 'embedded', dataDir: '.data' },
    migrateOnStart: true,
    secret: null,
    previousSecret: null,
    publicUrl: 'http://localhost:4000',
    jwtAudience: 'http://localhost:4000',
    jwtClientId: 'gatehouse',
    jwtTtlS: 3600,
    jwksMaxAgeS: 300,
    verifyReturnsEmail: false,
    sessionIdleTtlS: 604_800,
    sessionAbsoluteTtlS: 2_592_000,
    refreshGraceS: 30,
    sessionsPerAccount: 100,
    corsOrigins: [],
    cookieSameSite: 'strict',
    hashEngine: 'auto',
    hashConcurrency: availableParallelism(),
    hashQueueWaitMs: 1500,
    hashQueueLength: 1000,
    rateLimits: {
      LOGIN_ACCOUNT: { count: 5, seconds: 60 },
      LOGIN_FAILURES: { count: 100, seconds: 3600 },
      LOGIN_NETWORK: { count: 100, seconds: 900 },
      REGISTER_NETWORK: { count: 100, seconds: 3600 },
      REFRESH_NETWORK: { count: 600, seconds: 60 },
      GLOBAL: { count: 6000, seconds: 60 },
    },
    redisUrl: null,
    auditRetentionDays: 90,
    trustProxy: 0,
    logLevel: 'info',
    misspelled: [],
  });
});

test('every bad variable is named on a line of its own, without its value', () => {
  const bad = {
    PORT: '65536',
    METRICS_PORT: '65536',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'hunter2:4318',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'grpc://hunter2',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/xml',
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_SDK_DISABLED: 'hunter2',
    MAX_CONNECTIONS: '0',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    MIGRATE_ON_START: 'maybe',
    GATEHOUSE_SECRET: 'hunter2',
    GATEHOUSE_SECRET_PREVIOUS: 'hunter2',
    PUBLIC_URL: 'https://user:hunter2@example.com',
    JWT_TTL: '1h',
    HASH_CONCURRENCY: '0',
    HASH_QUEUE_WAIT: '1.5s',
    HASH_QUEUE_LENGTH: '-1',
    REDIS_URL: 'http://hunter2@cache',
    RATE_LIMITS: 'hunter2',
    RATE_LIMIT_LOGIN_ACCOUNT: '5',
    RATE_LIMIT_GLOBAL: '0/60',
    CORS_ORIGINS: 'https://app.example.com/hunter2',
    COOKIE_SAME_SITE: 'hunter2',
    TRUST_PROXY: '-1',
    LOG_LEVEL: 'hunter2',
    NODE_ENV: 'prod-hunter2',
    GRAPHQL_EXPLORER: 'hunter2',
  };
  const problems = problemsOf(bad);

  expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(bad).sort());
  expect(problems.join()).not.toContain('hunter2');
});

test('PostgreSQL needs a secret', () => {
  expect(problemsOf({ DATABASE_URL: 'postgresql://db/x' })).toEqual([
    expect.stringContaining('GATEHOUSE_SECRET is required'),
  ]);
  expect(problemsOf({ DATABASE_URL: 'postgresql://db/x', GATEHOUSE_SECRET: secret })).toEqual([]);
});

test('in production the embedded database needs DATA_DIR', () => {
  expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
    'DATABASE_URL is required with NODE_ENV=production. For the embedded database, set DATA_DIR instead, such as /var/lib/gatehouse',
  ]);
  expect(problemsOf({ NODE_ENV: 'production', DATA_DIR: '/var/lib/gatehouse' })).toEqual([]);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'ON', 'yes', '2'])(
  'a setting with listed words does not take %s',
  (word) => {
    const variables = [
      'RATE_LIMITS',
      'MIGRATE_ON_START',
      'VERIFY_TELLS_EMAIL',
      'GRAPHQL_EXPLORER',
      'LOG_LEVEL',
      'NODE_ENV',
      'OTEL_TRACES_EXPORTER',
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
      'OTEL_SDK_DISABLED',
      'RATE_LIMIT_GLOBAL',
    ];
    const problems = problemsOf(Object.fromEntries(variables.map((name) => [name, word])));
    expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual(variables.sort());
  },
);

test.each([
  ['true', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['off', false],
  ['0', false],
])('a flag may be %s', (word, value) => {
  expect(readConfig({ MIGRATE_ON_START: word }).migrateOnStart).toBe(value);
});

test('a variable with nearly the name of a setting is named with what was probably meant, without its value', () => {
  const { misspelled } = readConfig({
    DATABSE_URL: 'hunter2',
    database_url: 'hunter2',
    GATEHOUSE_DATABASE_URL: 'hunter2',
    GATEHOUSE_SECRT: 'hunter2',
    DATADIR: 'hunter2',
    RATE_LIMIT: 'off',
    JWT_TLL: '60',
    PUBLIC_URI: 'hunter2',
    TRUST_PROXIE: '',
  });
  expect(misspelled).toEqual([
    { name: 'DATABSE_URL', meant: 'DATABASE_URL' },
    { name: 'database_url', meant: 'DATABASE_URL' },
    { name: 'GATEHOUSE_DATABASE_URL', meant: 'DATABASE_URL' },
    { name: 'GATEHOUSE_SECRT', meant: 'GATEHOUSE_SECRET' },
    { name: 'DATADIR', meant: 'DATA_DIR' },
    { name: 'RATE_LIMIT', meant: 'RATE_LIMITS' },
    { name: 'JWT_TLL', meant: 'JWT_TTL' },
    { name: 'PUBLIC_URI', meant: 'PUBLIC_URL' },
  ]);
  expect(problemsOf({ NODE_ENV: 'production', DATABSE_URL: 'postgresql://hunter2@db/x' })).toEqual([
    expect.stringContaining('DATABASE_URL is required'),
    'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
  ]);
});

test('variables of the system, of Node, npm, PostgreSQL, OpenTelemetry and Kubernetes are like no setting', () => {
  const names =
    'PATH HOME HOSTNAME PORTS HOSTS USER LOGNAME SHELL LANG TERM TZ PWD OLDPWD SHLVL MAIL EDITOR DISPLAY TMPDIR INVOCATION_ID ' +
    'NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_DEBUG UV_THREADPOOL_SIZE HTTP_PROXY HTTPS_PROXY NO_PROXY no_proxy ' +
    'npm_config_cache npm_config_loglevel npm_lifecycle_event npm_package_name INIT_CWD CI PGHOST PGPORT PGDATA PGDATABASE PGUSER ' +
    'POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB REDIS_HOST REDIS_PORT ARGON2_PREBUILD PREBUILDS_ONLY TEST_DATABASE_URL TEST_REDIS_URL ' +
    'OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES OTEL_LOG_LEVEL OTEL_LOGS_EXPORTER OTEL_METRICS_EXPORTER OTEL_TRACES_SAMPLER ' +
    'OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_METRICS_ENDPOINT OTEL_EXPORTER_OTLP_LOGS_PROTOCOL ' +
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS OTEL_BSP_SCHEDULE_DELAY GATEHOUSE_PORT GATEHOUSE_SERVICE_HOST GATEHOUSE_SERVICE_PORT ' +
    'GATEHOUSE_PORT_4000_TCP GATEHOUSE_PORT_4000_TCP_ADDR KUBERNETES_SERVICE_HOST JWT_SECRET PUBLIC_IP APP_ENV RAILS_ENV';
  const env = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
  expect(readConfig(env).misspelled).toEqual([]);
});

test('a previous secret needs a current secret', () => {
  expect(problemsOf({ GATEHOUSE_SECRET_PREVIOUS: secret })).toEqual([
    'GATEHOUSE_SECRET_PREVIOUS is set, but GATEHOUSE_SECRET is not. Set both or neither',
  ]);
});

test.each([
  ['https://id.example.com', true],
  ['http://localhost:4000', true],
  ['http://app.localhost', true],
  ['http://127.0.0.1:4000', true],
  ['http://[::1]:4000', true],
  ['http://id.example.com', false],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
])('COOKIE_SAME_SITE=none with PUBLIC_URL=%s starts: %s', (PUBLIC_URL, starts) => {
  const problem =
    'COOKIE_SAME_SITE is none, so PUBLIC_URL must start with https:// or be on localhost. Browsers store such a cookie only over TLS';
  expect(problemsOf({ COOKIE_SAME_SITE: 'none', PUBLIC_URL })).toEqual(starts ? [] : [problem]);
  expect(problemsOf({ COOKIE_SAME_SITE: 'lax', PUBLIC_URL })).toEqual([]);
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', GATEHOUSE_SECRET: '' })).toEqual(readConfig({}));
});

test.each<[Record<string, string>, string | undefined]>([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, 'http://collector:4318/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector/otlp/?key=x' }, 'https://collector/otlp/v1/traces?key=x'],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/in' }, 'http://collector:4318/in'],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b',
      OTEL_SDK_DISABLED: 'false',
    },
    'http://b',
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_SDK_DISABLED: 'TRUE' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_TRACES_EXPORTER: 'none' }, undefined],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, undefined],
])('with %j traces are sent to %s', (env, url) => {
  expect(readConfig(env).traces?.url.reveal()).toBe(url);
});

test('production switches the explorer off, unless a setting enables it', () => {
  expect(readConfig({ NODE_ENV: 'production', DATA_DIR: 'data' }).explorer).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', DATA_DIR: 'data', GRAPHQL_EXPLORER: 'on' }).explorer).toBe(true);
});

test('the settings can be printed: secrets are not shown', () => {
  const config = readConfig({
    DATABASE_URL: 'postgresql://u:hunter2@db/x',
    GATEHOUSE_SECRET: secret,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://u:hunter2@collector',
  });
  for (const printed of [JSON.stringify(config), inspect(config, { depth: 9, showHidden: true }), `${config.secret}`]) {
    expect(printed).not.toContain('hunter2');
    expect(printed).not.toContain(secret);
  }
});
