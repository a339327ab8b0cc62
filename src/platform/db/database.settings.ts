import { databaseUrlProblem, parseDatabaseUrl } from '../config/database-url';
import { Secret } from '../config/secret';
import { flag, integer, optional, settingsOn, text } from '../config/setting';

const setting = settingsOn('database');

export interface ReadSettings {
  url: Secret;
  /** Seconds. A server whose data can be older is not used. */
  longestLagS: number;
}

export type DatabaseConfig =
  | { kind: 'embedded'; dataDir: string }
  | { kind: 'postgresql'; url: Secret; directUrl: Secret | null; reads?: ReadSettings };

const databaseUrl = (targets: readonly string[], rule: string) =>
  text
    .superRefine((value, context) => {
      const problem = databaseUrlProblem(value);
      const target = problem === null ? parseDatabaseUrl(value).targetSessionAttrs : null;
      const message = problem ?? (target === null || targets.includes(target) ? null : rule);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .transform((value) => new Secret(value));

/** A libpq URL with one or several servers. Gatehouse writes, so it needs the primary. */
const primaryUrl = databaseUrl(
  ['read-write', 'primary'],
  'must have target_session_attrs=read-write or primary, because Gatehouse writes',
);

/** A libpq URL with one or several servers. None has to be the primary. */
const readUrl = databaseUrl(
  ['any', 'standby', 'prefer-standby', 'read-only'],
  'must have target_session_attrs=any, standby, prefer-standby or read-only, because Gatehouse only reads there',
);

/** A pooler gives a statement any connection, so it knows the schema of none of its clients. */
const schemaThroughPooler = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Record<string, string | undefined>) =>
  DATABASE_DIRECT_URL && [DATABASE_URL, DATABASE_DIRECT_URL].some((url) => parsedUrl(url)?.schema != null)
    ? 'leads to a pooler, so no URL can have schema. Instead: ALTER ROLE … SET search_path TO …'
    : null;
const parsedUrl = (url: string | undefined) =>
  url === undefined || databaseUrlProblem(url) !== null ? null : parseDatabaseUrl(url);

/** `pgbouncer=true` says that the URL leads to a pooler. */
const poolerAlone = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Record<string, string | undefined>) =>
  parsedUrl(DATABASE_URL)?.isPooler && !DATABASE_DIRECT_URL
    ? 'has pgbouncer=true: set DATABASE_DIRECT_URL to the URL of the database without the pooler'
    : null;
const throughPooler = (url: string | undefined) =>
  parsedUrl(url)?.isPooler ? 'must not lead to a pooler, and has pgbouncer=true' : null;

export const databaseSettings = {
  database: {
    url: setting(
      'DATABASE_URL',
      optional(primaryUrl),
      'The PostgreSQL database. Without it: an embedded one (PGlite) in `DATA_DIR`. With several servers, such as `postgresql://gatehouse:password@db1:5432,db2:5432/gatehouse?target_session_attrs=read-write`, Gatehouse uses the primary. Its parameters are those of libpq (`sslmode`, `sslrootcert`, `channel_binding`, `connect_timeout`, …), and `schema` for a schema of its own; one that would have no effect stops the start.',
      {
        example: 'postgresql://gatehouse:password@localhost:5432/gatehouse',
        conflict: ({ NODE_ENV, DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }) =>
          NODE_ENV === 'production' && !DATABASE_URL && !DATA_DIR
            ? 'is required with NODE_ENV=production. For the embedded database, set DATA_DIR instead, such as /var/lib/gatehouse'
            : (poolerAlone({ DATABASE_URL, DATABASE_DIRECT_URL }) ??
              schemaThroughPooler({ DATABASE_URL, DATABASE_DIRECT_URL })),
      },
    ),
    directUrl: setting(
      'DATABASE_DIRECT_URL',
      optional(primaryUrl),
      'The same database for notifications and migrations, if `DATABASE_URL` leads to a pooler in transaction mode, such as PgBouncer.',
      {
        example: 'postgresql://gatehouse:password@localhost:5432/gatehouse',
        conflict: ({ DATABASE_URL, DATABASE_DIRECT_URL }) =>
          DATABASE_DIRECT_URL && !DATABASE_URL
            ? 'requires DATABASE_URL, which leads to the pooler'
            : throughPooler(DATABASE_DIRECT_URL),
      },
    ),
    readUrl: setting(
      'DATABASE_READ_URL',
      optional(readUrl),
      'Standby servers, without a pooler, for searches of the audit and lists of users, which can then be some seconds old.',
      {
        example: 'postgresql://gatehouse:password@db2:5432/gatehouse',
        conflict: ({ DATABASE_URL, DATABASE_READ_URL }) =>
          DATABASE_READ_URL && !DATABASE_URL
            ? 'requires DATABASE_URL, which leads to the primary server'
            : throughPooler(DATABASE_READ_URL),
      },
    ),
    readMaxLag: setting(
      'DATABASE_READ_MAX_LAG',
      integer(1, 3600).default(30),
      'If their data is older, in seconds, the primary is read.',
    ),
    dataDir: setting(
      'DATA_DIR',
      text
        .refine((value) => !value.includes('://'), 'must be the path of a folder, such as /var/lib/gatehouse')
        .default('.data'),
      'The folder of the embedded database and of a generated secret, on a local disk, for one process.',
      { defaultText: '`.data` outside production' },
    ),
  },
  migrateOnStart: setting(
    'MIGRATE_ON_START',
    flag.default(true),
    'Whether a start applies pending migrations, or waits for the command `migrate`.',
  ),
};

export const databaseOf = ({
  url,
  directUrl,
  readUrl,
  readMaxLag,
  dataDir,
}: {
  url: Secret | null;
  directUrl: Secret | null;
  readUrl: Secret | null;
  readMaxLag: number;
  dataDir: string;
}): DatabaseConfig => {
  if (!url) return { kind: 'embedded', dataDir };
  const reads = readUrl && { url: readUrl, longestLagS: readMaxLag };
  return { kind: 'postgresql', url, directUrl, ...(reads && { reads }) };
};
