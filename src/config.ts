import { z } from 'zod';

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
  readonly database: DatabaseConfig;
  readonly migrateOnStart: boolean;
  /** Null: the start makes one and keeps it in the data folder (embedded database only). */
  readonly secret: Secret | null;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly jwtAudience: string;
  /** The life of an access token, in seconds. */
  readonly jwtTtlS: number;
  readonly corsOrigins: readonly string[];
  /** The number of proxies whose `X-Forwarded-For` entry is believed. */
  readonly trustProxy: number;
  readonly logLevel: (typeof logLevels)[number];
}

/** Thrown by `readConfig`: one line per bad variable, without its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const flags: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  '1': true,
  false: false,
  off: false,
  '0': false,
};

const text = z.string().min(1);
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);
const flag = z
  .string()
  .refine((s) => s in flags, 'must be true or false (on/off and 1/0 will do)')
  .transform((s) => flags[s] === true);

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
const isOrigin = (value: string) => parseUrl(value)?.origin === value && value !== 'null';
const isPostgresUrl = (value: string) => ['postgres:', 'postgresql:'].includes(parseUrl(value)?.protocol ?? '');

/** 32 bytes or more, written in hex, base64 or base64url. Text of too few different bytes is a placeholder, not a secret. */
export function parseSecretBytes(value: string): Buffer | null {
  const bytes = /^([0-9a-f]{2})+$/i.test(value)
    ? Buffer.from(value, 'hex')
    : /^[\w+/-]+={0,2}$/.test(value)
      ? Buffer.from(value, 'base64')
      : Buffer.alloc(0);
  return bytes.length >= 32 && new Set(bytes).size >= 16 ? bytes : null;
}

const envSchema = z.object({
  NODE_ENV: text.optional(),
  GRAPHQL_EXPLORER: flag.optional(),
  PORT: integer(0, 65535).default(4000),
  HOST: text.default('0.0.0.0'),
  DATABASE_URL: text.refine(isPostgresUrl, 'must be a postgresql:// URL').optional(),
  DATA_DIR: text.default('.data'),
  MIGRATE_ON_START: flag.default(true),
  GATEHOUSE_SECRET: text
    .refine(
      (s) => parseSecretBytes(s) !== null,
      'must be at least 32 random bytes in hex or base64, e.g. from: openssl rand -base64 32',
    )
    .optional(),
  PUBLIC_URL: text
    .refine(isPublicUrl, 'must be an http:// or https:// URL without user, query or fragment')
    .transform((s) => s.replace(/\/+$/, ''))
    .optional(),
  JWT_AUDIENCE: text.optional(),
  JWT_TTL: integer(1, 86_400).default(3600),
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
    .default([]),
  TRUST_PROXY: integer(0, 32).default(0),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

/**
 * Reads the settings from environment variables. A variable that is set to nothing counts as not set.
 * @throws ConfigError with a line for every bad variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(envSchema.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const parsed = envSchema.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (given.DATABASE_URL && !given.GATEHOUSE_SECRET) {
    problems.push('GATEHOUSE_SECRET is required with DATABASE_URL; make one with: openssl rand -base64 32');
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);

  const e = parsed.data;
  const production = e.NODE_ENV === 'production';
  const publicUrl = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`;
  return {
    production,
    explorer: e.GRAPHQL_EXPLORER ?? !production,
    host: e.HOST,
    port: e.PORT,
    database: e.DATABASE_URL
      ? { kind: 'postgresql', url: new Secret(e.DATABASE_URL) }
      : { kind: 'embedded', dataDir: e.DATA_DIR },
    migrateOnStart: e.MIGRATE_ON_START,
    secret: e.GATEHOUSE_SECRET ? new Secret(e.GATEHOUSE_SECRET) : null,
    publicUrl,
    jwtAudience: e.JWT_AUDIENCE ?? publicUrl,
    jwtTtlS: e.JWT_TTL,
    corsOrigins: e.CORS_ORIGINS,
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
  };
}
