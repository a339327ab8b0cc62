import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import { readConfig, settings } from '../../src/compose/config';
import { featureSettings } from '../../src/compose/features';
import { ConfigError } from '../../src/platform/config/config-error';
import type { Settings } from '../../src/platform/config/merge-settings';
import type { Setting } from '../../src/platform/config/setting';

const secret = Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64');

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

const isSetting = (one: Setting<unknown> | Settings): one is Setting<unknown> => 'schema' in one && 'variable' in one;
const declaredIn = (group: Settings): Setting<unknown>[] =>
  Object.values(group).flatMap((one) => (isSetting(one) ? [one] : declaredIn(one)));
const declared = featureSettings.flatMap(declaredIn);

test('without any setting it serves on port 4000 on the embedded database', () => {
  expect(readConfig({})).toMatchObject({
    ...{ production: false, host: '0.0.0.0', port: 4000, database: { kind: 'embedded', dataDir: '.data' } },
    ...{ secret: null, previousSecret: null, redisUrl: null, metrics: null, traces: null, misspelled: [] },
    // What follows from other settings or from the machine.
    ...{ publicUrl: 'http://localhost:4000', jwtAudience: 'http://localhost:4000', passkeyRpId: 'localhost' },
    ...{ explorer: true, hashConcurrency: availableParallelism(), maxConnectionsPerAddress: 500, providers: [] },
    admin: { enabled: true, networks: null, minAcr: 'aal1' },
    email: { transport: 'mailbox', mailboxPort: 4001, smtpUrl: null },
    rateLimits: { LOGIN_ACCOUNT: { count: 5, seconds: 60 } },
  });
});

describe('of each setting', () => {
  const isProse = ({ defaultText }: Setting<unknown>) => /[` ]|PORT|PUBLIC_URL/.test(defaultText);
  const withDefault = declared.filter((one) => one.defaultText !== '' && !isProse(one));
  const withoutDefault = declared.filter(({ defaultText }) => defaultText === '');

  test('there are many', () => expect([withDefault.length > 50, withoutDefault.length > 30]).toEqual([true, true]));

  test.each(withDefault)('the default of $variable is the one of the reference', ({ schema, defaultText }) => {
    expect(schema.parse(undefined)).toEqual(schema.parse(defaultText));
  });

  test.each(withoutDefault)('$variable is off or empty without a default', ({ schema }) => {
    expect([null, undefined, false, []]).toContainEqual(schema.parse(undefined));
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
    DATABASE_DIRECT_URL: 'postgresql://root:hunter2@db/x?target_session_attrs=standby',
    MIGRATE_ON_START: 'maybe',
    GATEHOUSE_SECRET: 'hunter2',
    GATEHOUSE_SECRET_PREVIOUS: 'hunter2',
    PUBLIC_URL: 'https://user:hunter2@example.com',
    JWT_TTL: '1h',
    COMMON_PASSWORDS: 'hunter2',
    BREACHED_PASSWORDS: 'http://hunter2.example.com',
    HASH_CONCURRENCY: '0',
    HASH_QUEUE_WAIT: '1.5s',
    HASH_QUEUE_LENGTH: '-1',
    REDIS_URL: 'http://hunter2@cache',
    RATE_LIMITS: 'hunter2',
    RATE_LIMIT_LOGIN_ACCOUNT: '5',
    RATE_LIMIT_GLOBAL: '0/60',
    RATE_LIMIT_TRUSTED_NETWORKS: 'hunter2',
    CORS_ORIGINS: 'https://app.example.com/hunter2',
    COOKIE_SAME_SITE: 'hunter2',
    TRUST_PROXY: '-1',
    LOG_LEVEL: 'hunter2',
    NODE_ENV: 'prod-hunter2',
    GRAPHQL_EXPLORER: 'hunter2',
    SMTP_URL: 'http://user:hunter2@mail.example.com',
    MAIL_FROM: 'hunter2',
    MAIL_REPLY_TO: 'Ada <hunter2>',
    MAIL_TEMPLATES: 'file://hunter2',
    MAILBOX: 'hunter2',
    LINK_VERIFY_EMAIL: 'https://app.example.com/hunter2',
    LINK_RESET_PASSWORD: 'https://{token}.example.com/hunter2',
    LINK_CHANGE_EMAIL: 'javascript:hunter2{token}',
    LINK_UNDO_EMAIL_CHANGE: 'https://user:hunter2@app.example.com/{token}',
    LINK_CANCEL_DELETION: 'https://app.example.com/{token}/{token}/hunter2',
    VERIFY_EMAIL_TTL: '1d',
    RESET_PASSWORD_TTL: '0',
    EMAIL_CODE_TTL: '601',
    EMAIL_CHANGE_UNDO_TTL: '-1',
    INVITE_TTL: '7 days',
    ADMIN: 'hunter2',
    ADMIN_NETWORKS: 'hunter2',
    ADMIN_MIN_ACR: 'hunter2',
    ADMIN_MAX_AGE: '59',
    FEDERATION: 'hunter2',
    FEDERATION_SECRET: 'hunter2',
  };
  const problems = problemsOf(bad);

  expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(bad).sort());
  expect(problems.join()).not.toContain('hunter2');
});

test('each bad network is named on a line of its own', () => {
  const rule = 'RATE_LIMIT_TRUSTED_NETWORKS must be networks such as 10.20.0.0/16 or fd00:20::/48, separated by commas';
  const bad = '10.20.0.0/33, 10.20.0.0/16,10.20.0.5/16 ,, ::ffff:10.0.0.0/104,fe80::1%eth0';
  expect(problemsOf({ RATE_LIMIT_TRUSTED_NETWORKS: bad })).toEqual([
    `${rule}: entry 1 is not a network`,
    `${rule}: entry 3 has bits after its prefix`,
    `${rule}: entry 4 is an IPv4 network in IPv6 form`,
    `${rule}: entry 5 is not a network`,
  ]);
  expect(problemsOf({ RATE_LIMIT_TRUSTED_NETWORKS: '10.20.0.5/8' })).toEqual([
    `${rule}: entry 1 has bits after its prefix`,
  ]);
  expect(problemsOf({ RATE_LIMIT_TRUSTED_NETWORKS: '10.20.0.0/16/16' })).toEqual([rule]);
  const good = ' 10.20.0.0/16, fd00:20::/48,,2001:db8::7 ';
  expect(readConfig({ RATE_LIMIT_TRUSTED_NETWORKS: good }).trustedNetworks).toEqual([
    '10.20.0.0/16',
    'fd00:20::/48',
    '2001:db8::7',
  ]);
});

test('PostgreSQL needs a secret', () => {
  expect(problemsOf({ DATABASE_URL: 'postgresql://db/x' })).toEqual([
    expect.stringContaining('GATEHOUSE_SECRET is required'),
  ]);
  expect(problemsOf({ DATABASE_URL: 'postgresql://db/x', GATEHOUSE_SECRET: secret })).toEqual([]);
});

test('a direct URL needs a URL that leads to a pooler', () => {
  expect(problemsOf({ DATABASE_DIRECT_URL: 'postgresql://db/x' })).toEqual([
    'DATABASE_DIRECT_URL requires DATABASE_URL, which leads to the pooler',
  ]);
});

test('a standby needs the primary, and its URL asks for no primary', () => {
  expect(problemsOf({ DATABASE_READ_URL: 'postgresql://db/x' })).toEqual([
    'DATABASE_READ_URL requires DATABASE_URL, which leads to the primary server',
  ]);
  const primary = { DATABASE_URL: 'postgresql://db1/x', GATEHOUSE_SECRET: secret };
  const readsOf = (DATABASE_READ_URL: string, more = {}) =>
    readConfig({ ...primary, DATABASE_READ_URL, ...more }).database;
  for (const target of ['any', 'standby', 'prefer-standby', 'read-only']) {
    expect(readsOf(`postgresql://db2,db3/x?target_session_attrs=${target}`)).toMatchObject({
      reads: { longestLagS: 30 },
    });
  }
  expect(readsOf('postgresql://db2/x', { DATABASE_READ_MAX_LAG: '5' })).toMatchObject({ reads: { longestLagS: 5 } });
  expect(readConfig(primary).database).not.toHaveProperty('reads');
  for (const target of ['read-write', 'primary']) {
    const url = `postgresql://root:hunter2@db2/x?target_session_attrs=${target}`;
    expect(problemsOf({ ...primary, DATABASE_READ_URL: url })).toEqual([
      expect.stringMatching(/^DATABASE_READ_URL must have target_session_attrs=any.* only reads there, such as /),
    ]);
  }
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
      'COMMON_PASSWORDS',
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

test.each([
  ['pages', 'pages'],
  ['true', 'on'],
  ['on', 'on'],
  ['1', 'on'],
  ['false', 'off'],
  ['off', 'off'],
  ['0', 'off'],
])('COMMON_PASSWORDS may be %s', (word, value) => {
  expect(readConfig({ COMMON_PASSWORDS: word }).commonPasswords).toBe(value);
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

test('COUNTRY_HEADER is the name of a header, and needs a proxy that sets it', () => {
  const problem = 'COUNTRY_HEADER needs TRUST_PROXY, because without a proxy the clients themselves send the header';
  expect(problemsOf({ COUNTRY_HEADER: 'CF-IPCountry' })).toEqual([problem]);
  expect(problemsOf({ COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '0' })).toEqual([problem]);
  expect(problemsOf({ COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '1' })).toEqual([]);
  expect(problemsOf({ COUNTRY_HEADER: 'CF IPCountry', TRUST_PROXY: '1' })).toEqual([
    'COUNTRY_HEADER must be the name of a header, such as CF-IPCountry',
  ]);
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
  const { traces } = readConfig(env);
  expect(traces?.url.reveal()).toBe(url);
  expect(traces?.setting).toBe(url && Object.keys(env).findLast((name) => name.endsWith('_ENDPOINT')));
});

test('in production, super admins need a second factor, unless a setting says otherwise', () => {
  const production = { NODE_ENV: 'production', DATA_DIR: '/var/lib/gatehouse' };
  expect(readConfig(production).admin.minAcr).toBe('aal2');
  expect(readConfig({ ...production, ADMIN_MIN_ACR: 'aal1' }).admin.minAcr).toBe('aal1');
  expect(readConfig({ ADMIN_NETWORKS: '10.20.0.0/16' }).admin.networks).toEqual(['10.20.0.0/16']);
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

describe('each setting whose default is a word for on or off', () => {
  const [on, off] = [
    ['true', 'on', '1'],
    ['false', 'off', '0'],
  ] as const;
  const flags = settings.filter(({ default: byDefault }) => /^(true|false|on|off)$/.test(byDefault ?? ''));
  /** Of settings that are either off or more than on. */
  const rules: Readonly<Record<string, string>> = {
    BREACHED_PASSWORDS: 'must be off, an https:// URL',
    CHALLENGE: 'must be off, puzzle or site',
    CLIENT_METADATA: 'must be off, any, or hosts',
    ORGANIZATIONS: 'must be off, admin or users',
  };
  const read = (name: string, word: string) => {
    try {
      return inspect(readConfig({ [name]: word }), { depth: null });
    } catch (error) {
      return String(error);
    }
  };

  test('there are some', () => expect(flags.length).toBeGreaterThan(10));

  test.each(flags)('$name takes each word for off, and either each word for on or its rule', ({ name }) => {
    const [first, ...others] = off.map((word) => read(name, word));
    expect(first).not.toContain('must be');
    expect(others).toEqual([first, first]);
    const whenOn = new Set(on.map((word) => read(name, word)));
    expect(whenOn.size).toBe(1);
    const rule = rules[name];
    if (rule) expect([...whenOn][0]).toContain(rule);
    else expect([...whenOn][0]).not.toContain('must be');
  });
});

describe('CLIENT_METADATA', () => {
  const hosts = 'claude.ai, chatgpt.com,127.0.0.1:8443,[::1]:8443';
  test.each([
    [undefined, null],
    ['off', null],
    ['any', 'any'],
    ['claude.ai', ['claude.ai']],
    [hosts, ['claude.ai', 'chatgpt.com', '127.0.0.1:8443', '[::1]:8443']],
  ])('%s', (text, value) => {
    expect(readConfig(text === undefined ? {} : { CLIENT_METADATA: text }).clientMetadata).toEqual(value);
  });

  test.each([
    'on',
    'localhost',
    'any,claude.ai',
    'off,claude.ai',
    'https://claude.ai',
    'Claude.ai',
    'claude.ai:443',
    'claude.ai/',
    'user@claude.ai',
    ',',
  ])('%s stops the start', (text) => {
    const problem = 'CLIENT_METADATA must be off, any, or hosts such as claude.ai, separated by commas';
    expect(problemsOf({ CLIENT_METADATA: text })).toEqual([problem]);
  });

  test('without pages, nobody could allow an application anything', () => {
    const problem = 'CLIENT_METADATA is set, but PAGES is off: nobody could allow an application anything';
    expect(problemsOf({ CLIENT_METADATA: 'any', PAGES: 'off' })).toEqual([problem]);
    expect(problemsOf({ CLIENT_METADATA: 'claude.ai', PAGES: 'false' })).toEqual([problem]);
    expect(problemsOf({ CLIENT_METADATA: 'off', PAGES: 'off' })).toEqual([]);
    expect(problemsOf({ CLIENT_METADATA: 'any', PAGES: 'sign-in' })).toEqual([]);
  });
});
