import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { type Limit, type LimitName, limitNames, limitTable } from './limits';
import { similarName } from './similar-names';

/** A value that never shows itself in a log, a JSON text or an inspection; `reveal()` is the only way to it. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toJSON(): string {
    return '[secret]';
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}

export type DatabaseConfig =
  /** PGlite in a folder; `memory://` keeps it in memory, for tests and tools. */
  { kind: 'embedded'; dataDir: string } | { kind: 'postgresql'; url: Secret };

/** The settings, parsed once. It can be printed whole: what is secret is a `Secret`. */
export interface Config {
  readonly production: boolean;
  /** Introspection, suggestions and the Sandbox page. */
  readonly explorer: boolean;
  readonly host: string;
  readonly port: number;
  /** Where Prometheus scrapes; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Where traces are sent, as the SDK is to ask for it; null: nowhere. The URL can hold credentials. */
  readonly traces: { readonly url: Secret } | null;
  /** How many clients may be connected at a time. */
  readonly maxConnections: number;
  /** How many of them may come from one address; null: behind a proxy, which has all clients. */
  readonly maxConnectionsPerAddress: number | null;
  readonly database: DatabaseConfig;
  readonly migrateOnStart: boolean;
  /** Null: the start makes one and keeps it in the data folder (embedded database only). */
  readonly secret: Secret | null;
  /** The one before, while it is being rotated. */
  readonly previousSecret: Secret | null;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly jwtAudience: string;
  /** The life of an access token, in seconds. */
  readonly jwtTtlS: number;
  /** Seconds that verifiers may keep the key set. */
  readonly jwksMaxAgeS: number;
  /** Whether `/auth/verify` tells the e-mail address. */
  readonly verifyTellsEmail: boolean;
  /** Seconds. */
  readonly sessionIdleTtlS: number;
  readonly sessionAbsoluteTtlS: number;
  readonly refreshGraceS: number;
  readonly sessionsPerAccount: number;
  readonly corsOrigins: readonly string[];
  /** Of the cookie with the refresh token. */
  readonly cookieSameSite: (typeof sameSites)[number];
  /** How many passwords are hashed at once. */
  readonly hashConcurrency: number;
  /** Milliseconds that a login or registration may wait for its turn. */
  readonly hashQueueWaitMs: number;
  /** How many may wait. */
  readonly hashQueueLength: number;
  /** Null: it is switched off. */
  readonly rateLimits: Readonly<Record<LimitName, Limit | null>>;
  /** Where the limits are counted; null: in the database. */
  readonly redisUrl: Secret | null;
  /** How long what was written down is kept. */
  readonly auditRetentionDays: number;
  /** The number of proxies whose `X-Forwarded-For` entry is believed. */
  readonly trustProxy: number;
  readonly logLevel: (typeof logLevels)[number];
  /** Variables that are not settings and have nearly the name of one. */
  readonly misspelled: readonly MisspelledVariable[];
}

export interface MisspelledVariable {
  readonly name: string;
  /** The setting that was probably meant. */
  readonly meant: string;
}

/** Without the value. */
export const describeMisspelled = ({ name, meant }: MisspelledVariable): string =>
  `${name} is not a setting, ${meant} was probably meant`;

/** Thrown by `readConfig`: one line per bad variable, without its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * The longest life that a setting can give an access token, in seconds. What concerns tokens that were issued goes by it,
 * not by the current `JWT_TTL`: they may have been issued under another.
 */
export const longestJwtTtlS = 86_400;

const sameSites = ['strict', 'lax', 'none'] as const;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const nodeEnvironments = ['production', 'development', 'test'] as const;
const flagWords = { on: ['true', 'on', '1'], off: ['false', 'off', '0'] } as const;

const text = z.string().min(1);
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);
const flag = z
  .enum([...flagWords.on, ...flagWords.off], 'must be true or false (on/off and 1/0 will do)')
  .transform((word) => (flagWords.on as readonly string[]).includes(word));

const parseUrl = (value: string): URL | null => (URL.canParse(value) ? new URL(value) : null);

const isPublicUrl = (value: string) => {
  const url = parseUrl(value);
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    !url.username &&
    !url.password &&
    !value.includes('?') &&
    !value.includes('#')
  );
};
/** Browsers take a `Secure` cookie over TLS and, Safari excepted, from this machine. */
const takesSecureCookies = (value: string) => {
  const { protocol, hostname } = parseUrl(value) ?? {};
  return protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname ?? '');
};
const isHttpUrl = (value: string) => ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '');
const isOrigin = (value: string) => parseUrl(value)?.origin === value && value !== 'null';
const isPostgresUrl = (value: string) => ['postgres:', 'postgresql:'].includes(parseUrl(value)?.protocol ?? '');

const isRedisUrl = (value: string) => ['redis:', 'rediss:'].includes(parseUrl(value)?.protocol ?? '');

/** `100/900`: so many in so many seconds; null for `off`. */
const limit = z
  .string()
  .regex(/^(off|[1-9]\d{0,8}\/[1-9]\d{0,8})$/, 'must be a number and seconds, such as 100/900, or off')
  .transform((s): Limit | null => {
    const [count, seconds] = s.split('/').map(Number);
    return count && seconds ? { count, seconds } : null;
  });

/** 32 bytes or more, written in hex, base64 or base64url. Text of too few different bytes is a placeholder, not a secret. */
export function parseSecretBytes(value: string): Buffer | null {
  const bytes = /^([0-9a-f]{2})+$/i.test(value)
    ? Buffer.from(value, 'hex')
    : /^[\w+/-]+={0,2}$/.test(value)
      ? Buffer.from(value, 'base64')
      : Buffer.alloc(0);
  return bytes.length >= 32 && new Set(bytes).size >= 16 ? bytes : null;
}

const secret = text.refine(
  (s) => parseSecretBytes(s) !== null,
  'must be at least 32 random bytes in hex or base64, e.g. from: openssl rand -base64 32',
);

const collectorUrl = text.refine(isHttpUrl, 'must be an http:// or https:// URL');
const otlpProtocol = z.enum(
  ['http/json'],
  'must be http/json: traces are sent as JSON over HTTP, mostly to port 4318 of a collector',
);

/** What the documents say of a setting; its default as text, because some depend on others. */
interface SettingMeta {
  default: string;
  meaning: string;
  [other: string]: unknown;
}

const meta = (byDefault: string, meaning: string): SettingMeta => ({ default: byDefault, meaning });

type LimitSettings = { [Name in LimitName as `RATE_LIMIT_${Name}`]: ReturnType<typeof limitSetting> };

function limitSetting(name: LimitName) {
  const { count, seconds, per } = limitTable[name];
  return limit
    .default({ count, seconds })
    .meta(
      meta(
        `${count}/${seconds}`,
        `a limit per ${per}, in so many seconds, or \`off\`; see [docs/limits.md](docs/limits.md)`,
      ),
    );
}

const envSchema = z.object({
  PORT: integer(0, 65535).default(4000).meta(meta('4000', 'where it listens')),
  HOST: text.default('0.0.0.0').meta(meta('0.0.0.0', 'on which address it listens')),
  METRICS_PORT: integer(1, 65535)
    .optional()
    .meta(
      meta('', 'where Prometheus scrapes `/metrics`; see [docs/operations/monitoring](docs/operations/monitoring)'),
    ),
  METRICS_HOST: text
    .default('127.0.0.1')
    .meta(meta('127.0.0.1', 'on which address; in a container `0.0.0.0`, with a port that only Prometheus can reach')),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl
    .optional()
    .meta(
      meta(
        '',
        "an OpenTelemetry collector's http:// or https:// URL, for traces; see [docs/operations/monitoring](docs/operations/monitoring)",
      ),
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorUrl
    .optional()
    .meta(meta('`OTEL_EXPORTER_OTLP_ENDPOINT`/v1/traces', 'the whole URL for them, which wins')),
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol
    .optional()
    .meta(meta('http/json', 'only `http/json`: traces are sent as JSON over HTTP, which collectors take on port 4318')),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol.optional().meta(meta('http/json', 'likewise')),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'], 'must be otlp or none')
    .default('otlp')
    .meta(meta('otlp', '`otlp`, or `none` for no traces')),
  OTEL_SDK_DISABLED: z
    .string()
    .regex(/^(true|false)$/i, 'must be true or false')
    .transform((s) => s.toLowerCase() === 'true')
    .default(false)
    .meta(meta('false', '`true` for no traces')),
  MAX_CONNECTIONS: integer(1, 1_000_000)
    .default(5000)
    .meta(meta('5000', 'how many clients may be connected at a time; the next ones are cut off')),
  MAX_CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000)
    .default(500)
    .meta(meta('500', 'how many of them may come from one address; without effect if `TRUST_PROXY` is above 0')),
  DATABASE_URL: text
    .refine(isPostgresUrl, 'must be a postgresql:// URL')
    .optional()
    .meta(meta('', 'a PostgreSQL URL; without it, an embedded PostgreSQL (PGlite) in `DATA_DIR`')),
  DATA_DIR: text
    .refine((s) => !s.includes('://'), 'must be a folder')
    .default('.data')
    .meta(
      meta(
        '`.data` outside production',
        'the folder of the embedded database and of a generated secret, for one process at a time and one user of the machine; in production it or `DATABASE_URL` must be set',
      ),
    ),
  MIGRATE_ON_START: flag
    .default(true)
    .meta(meta('true', 'whether a start applies pending migrations; with `false` it waits for `npm run migrate`')),
  GATEHOUSE_SECRET: secret
    .optional()
    .meta(
      meta(
        'generated in `DATA_DIR`',
        'at least 32 random bytes in hex or base64, which seal the keys in the database; required with `DATABASE_URL`',
      ),
    ),
  GATEHOUSE_SECRET_PREVIOUS: secret
    .optional()
    .meta(
      meta('', 'the one before, while it is being rotated: see [docs/operations/secret.md](docs/operations/secret.md)'),
    ),
  PUBLIC_URL: text
    .refine(isPublicUrl, 'must be an http:// or https:// URL without user, query or fragment')
    .transform((s) => s.replace(/\/+$/, ''))
    .optional()
    .meta(
      meta('http://localhost:PORT', 'where clients reach it: the `iss` of every token, and the only source of links'),
    ),
  JWT_AUDIENCE: text.optional().meta(meta('`PUBLIC_URL`', 'the `aud` of every token')),
  JWT_TTL: integer(1, longestJwtTtlS).default(3600).meta(meta('3600', "an access token's life in seconds")),
  JWKS_MAX_AGE: integer(1, 86_400)
    .default(300)
    .meta(meta('300', 'how many seconds verifiers may keep the key set; a new key waits this long before it signs')),
  VERIFY_TELLS_EMAIL: flag
    .default(false)
    .meta(meta('false', 'whether `/auth/verify` answers with `X-Auth-Email`, at the cost of a query')),
  SESSION_IDLE_TTL: integer(60, 31_536_000)
    .default(604_800)
    .meta(meta('604800', 'after how many seconds without a refresh a session ends')),
  SESSION_ABSOLUTE_TTL: integer(60, 31_536_000)
    .default(2_592_000)
    .meta(meta('2592000', 'after how many seconds a session ends, refreshed or not')),
  REFRESH_GRACE: integer(0, 300)
    .default(30)
    .meta(meta('30', 'for how many seconds a used refresh token gives the same successor again')),
  SESSIONS_PER_ACCOUNT: integer(1, 1000)
    .default(100)
    .meta(meta('100', 'how many sessions an account may have; one more login ends the least recently used one')),
  CORS_ORIGINS: z
    .string()
    .transform((s) =>
      s
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    )
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins such as https://app.example.com, separated by commas',
    )
    .default([])
    .meta(meta('', 'exact origins that browsers may call from, separated by commas')),
  COOKIE_SAME_SITE: z
    .enum(sameSites, `must be one of ${sameSites.join(', ')}`)
    .default('strict')
    .meta(
      meta(
        'strict',
        'the `SameSite` of the cookie with the refresh token: `strict`, `lax`, or `none` for a front end on another site; see [docs/sessions.md](docs/sessions.md#the-refresh-token-in-a-cookie)',
      ),
    ),
  HASH_CONCURRENCY: integer(1, 512)
    .optional()
    .meta(meta('number of cores', 'how many passwords are hashed at once; each takes 19 MiB and a core meanwhile')),
  HASH_QUEUE_WAIT: integer(0, 60_000)
    .default(1500)
    .meta(
      meta('1500', 'for how many ms a login or registration may wait for that; whoever would wait longer gets 503'),
    ),
  HASH_QUEUE_LENGTH: integer(0, 1_000_000).default(1000).meta(meta('1000', 'how many may wait for that')),
  REDIS_URL: text
    .refine(isRedisUrl, 'must be a redis:// or rediss:// URL')
    .optional()
    .meta(meta('', 'a Redis or Valkey in which the limits are counted; without it, in the database')),
  RATE_LIMITS: flag
    .default(true)
    .meta(meta('on', '`off` switches all limits off, for benchmarks; see [docs/limits.md](docs/limits.md)')),
  ...(Object.fromEntries(limitNames.map((name) => [`RATE_LIMIT_${name}`, limitSetting(name)])) as LimitSettings),
  AUDIT_RETENTION: integer(1, 3650).default(90).meta(meta('90', 'for how many days the audit is kept')),
  TRUST_PROXY: integer(0, 32).default(0).meta(meta('0', 'the number of proxies whose `X-Forwarded-For` is believed')),
  LOG_LEVEL: z
    .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
    .default('info')
    .meta(meta('info', `one of ${logLevels.join(', ')}`)),
  NODE_ENV: z
    .enum(nodeEnvironments, `must be one of ${nodeEnvironments.join(', ')}`)
    .optional()
    .meta(
      meta(
        '',
        '`production`, `development` or `test`; `production` switches introspection, suggestions, the Sandbox page and its CORS off',
      ),
    ),
  GRAPHQL_EXPLORER: flag
    .optional()
    .meta(
      meta(
        'on outside production',
        'introspection, suggestions and the Sandbox page, for whoever wants them in production',
      ),
    ),
});

/** Every setting, for the documents. */
export const settings = Object.entries(envSchema.shape).map(([name, schema]) => ({
  name,
  ...(schema.meta() as SettingMeta),
}));

const settingNames = Object.keys(envSchema.shape);

function findMisspelled(env: Readonly<Record<string, string | undefined>>): MisspelledVariable[] {
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || Object.hasOwn(envSchema.shape, name)) return [];
    const meant = similarName(name, settingNames);
    return meant === null ? [] : [{ name, meant }];
  });
}

function tracesUrl(e: z.infer<typeof envSchema>): string | null {
  if (e.OTEL_SDK_DISABLED || e.OTEL_TRACES_EXPORTER === 'none') return null;
  if (e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!e.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  const url = new URL(e.OTEL_EXPORTER_OTLP_ENDPOINT);
  url.pathname = url.pathname.replace(/\/*$/, '/v1/traces');
  return url.href;
}

/**
 * Reads the settings from environment variables. A variable that is set to nothing counts as not set.
 * @throws ConfigError with a line for every bad variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(settingNames.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const parsed = envSchema.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (given.DATABASE_URL && !given.GATEHOUSE_SECRET) {
    problems.push('GATEHOUSE_SECRET is required with DATABASE_URL; make one with: openssl rand -base64 32');
  }
  if (given.GATEHOUSE_SECRET_PREVIOUS && !given.GATEHOUSE_SECRET) {
    problems.push('GATEHOUSE_SECRET_PREVIOUS is the one before GATEHOUSE_SECRET, which is not set');
  }
  if (given.COOKIE_SAME_SITE === 'none' && !takesSecureCookies(given.PUBLIC_URL ?? 'http://localhost')) {
    problems.push(
      'COOKIE_SAME_SITE is none, which needs an https:// PUBLIC_URL (or one on localhost): browsers store such a cookie over TLS alone',
    );
  }
  if (given.NODE_ENV === 'production' && !given.DATABASE_URL && !given.DATA_DIR) {
    problems.push(
      'DATABASE_URL is required with NODE_ENV=production; or DATA_DIR, a folder of its own, for the embedded database',
    );
  }
  const misspelled = findMisspelled(env);
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError([...problems, ...misspelled.map(describeMisspelled)]);
  }

  const e = parsed.data;
  const production = e.NODE_ENV === 'production';
  const publicUrl = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`;
  const traces = tracesUrl(e);
  return {
    production,
    explorer: e.GRAPHQL_EXPLORER ?? !production,
    host: e.HOST,
    port: e.PORT,
    metrics: e.METRICS_PORT ? { host: e.METRICS_HOST, port: e.METRICS_PORT } : null,
    traces: traces === null ? null : { url: new Secret(traces) },
    maxConnections: e.MAX_CONNECTIONS,
    maxConnectionsPerAddress: e.TRUST_PROXY > 0 ? null : e.MAX_CONNECTIONS_PER_ADDRESS,
    database: e.DATABASE_URL
      ? { kind: 'postgresql', url: new Secret(e.DATABASE_URL) }
      : { kind: 'embedded', dataDir: e.DATA_DIR },
    migrateOnStart: e.MIGRATE_ON_START,
    secret: e.GATEHOUSE_SECRET ? new Secret(e.GATEHOUSE_SECRET) : null,
    previousSecret: e.GATEHOUSE_SECRET_PREVIOUS ? new Secret(e.GATEHOUSE_SECRET_PREVIOUS) : null,
    publicUrl,
    jwtAudience: e.JWT_AUDIENCE ?? publicUrl,
    jwtTtlS: e.JWT_TTL,
    jwksMaxAgeS: e.JWKS_MAX_AGE,
    verifyTellsEmail: e.VERIFY_TELLS_EMAIL,
    sessionIdleTtlS: e.SESSION_IDLE_TTL,
    sessionAbsoluteTtlS: e.SESSION_ABSOLUTE_TTL,
    refreshGraceS: e.REFRESH_GRACE,
    sessionsPerAccount: e.SESSIONS_PER_ACCOUNT,
    corsOrigins: e.CORS_ORIGINS,
    cookieSameSite: e.COOKIE_SAME_SITE,
    hashConcurrency: e.HASH_CONCURRENCY ?? availableParallelism(),
    hashQueueWaitMs: e.HASH_QUEUE_WAIT,
    hashQueueLength: e.HASH_QUEUE_LENGTH,
    rateLimits: {
      LOGIN_ACCOUNT: e.RATE_LIMITS ? e.RATE_LIMIT_LOGIN_ACCOUNT : null,
      LOGIN_FAILURES: e.RATE_LIMITS ? e.RATE_LIMIT_LOGIN_FAILURES : null,
      LOGIN_NETWORK: e.RATE_LIMITS ? e.RATE_LIMIT_LOGIN_NETWORK : null,
      REGISTER_NETWORK: e.RATE_LIMITS ? e.RATE_LIMIT_REGISTER_NETWORK : null,
      REFRESH_NETWORK: e.RATE_LIMITS ? e.RATE_LIMIT_REFRESH_NETWORK : null,
      GLOBAL: e.RATE_LIMITS ? e.RATE_LIMIT_GLOBAL : null,
    },
    redisUrl: e.REDIS_URL ? new Secret(e.REDIS_URL) : null,
    auditRetentionDays: e.AUDIT_RETENTION,
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
    misspelled,
  };
}
