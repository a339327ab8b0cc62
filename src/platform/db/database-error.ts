import { AppError } from '../errors/app-error';

/** The SQLSTATE classes of a temporarily unavailable database (PostgreSQL, appendix A). Other classes are bugs. */
const unavailableClasses = new Set(['08', '28', '53', '57', '58']);
/** Further temporary states: missing database, failed lock or serialization, read-only, ended idle transaction. */
const unavailableStates = new Set(['3D000', '55P03', '40001', '40003', '40P01', '25006', '25P03']);

const tls = 'the database does not support TLS, or its certificate is not valid';

const poolerRejects = 'a connection pooler rejects the settings of a connection';
const needsDirectUrl = 'set DATABASE_DIRECT_URL to the URL of the database without the pooler';

/** Gatehouse's texts for failures. The texts of drivers can contain values, and texts about connections a user name. */
const words: readonly [RegExp, string, string?][] = [
  [
    /^(3D000|DatabaseDoesNotExist|P1003)$/,
    'the database that DATABASE_URL names does not exist',
    'create it, or correct DATABASE_URL',
  ],
  [
    /^(28P01|28000|P1000|P1010|AuthenticationFailed|DatabaseAccessDenied)$/,
    'the database rejected the user or the password',
    'correct DATABASE_URL',
  ],
  [/^(25006)$/, 'the database is read-only', 'DATABASE_URL must lead to the primary server'],
  [
    /^NO_CHANNEL_BINDING$/,
    'the database does not log in with channel binding (SCRAM-SHA-256-PLUS)',
    'check whether the server is the right one, or remove channel_binding=require from DATABASE_URL',
  ],
  [/^NO_PRIMARY$/, 'no server of DATABASE_URL accepts writes', 'promote a standby, or start the primary server'],
  [
    /^STALE_PRIMARY$/,
    'the server is an old primary: another server was promoted after it',
    'stop it, and make it a standby of the new primary',
  ],
  [/^40003$/, 'the standby server has not confirmed a write'],
  // The statement was prepared on another connection, or another client has prepared it on this one.
  [/^(26000|42P05)$/, 'a connection pooler has mixed up prepared statements', needsDirectUrl],
  [
    /^TIME_ZONE_LOST$/,
    'the connection pooler does not keep the time zone of its clients, so times would be wrong',
    'use a pooler that does, such as PgBouncer, or its session mode',
  ],
  [/^POOL_EXHAUSTED$/, 'too many statements are waiting for a connection to the database'],
  [
    /^(53300|TooManyConnections|P2037)$/,
    'the database has no free connection',
    'raise its max_connections, or run fewer instances',
  ],
  [/^(57014)$/, 'a statement took too long'],
  [/^(57P0\d)$/, 'the database is stopping or starting'],
  [/^(53100|ENOSPC|EDQUOT)$/, 'the disk of the database is full', 'free some space'],
  [
    /^3F000$/,
    'the search_path of the connection names no schema that exists',
    'create the schema, or correct the search_path',
  ],
  [/^(42P01|42703|P2021|P2022)$/, 'the database is not migrated', 'run gatehouse migrate'],
  [/^FATAL 55000$/, 'the database accepts no connections', 'ALTER DATABASE … WITH ALLOW_CONNECTIONS true'],
  [/^FATAL 42501$/, 'the user may not connect to the database', 'GRANT CONNECT ON DATABASE … TO this user'],
  [/^FATAL /, 'the database rejects connections', 'see its log'],
  [/^(55P03)$/, 'another statement holds the lock'],
  [/^(40001|40P01|P2034|TransactionWriteConflict)$/, 'the statement conflicted with another statement'],
  [
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOENT|EACCES|EMFILE|ENFILE|DatabaseNotReachable|P1001)$/,
    'the database cannot be reached',
    'check that it is running at the host and port of DATABASE_URL',
  ],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ConnectionClosed|P1017)$/, 'the connection to the database was lost'],
  [/^SERVER_STOPPED$/, 'the server stopped while this command used its database', 'run the command again'],
  [/^SERVER_SILENT$/, 'the server that uses the database did not answer in time', 'see its log'],
  [/^25P03$/, 'a transaction took too long and was rolled back', 'run the command again'],
  [/^(ETIMEDOUT|SocketTimeout|P1002|P1008|P2024|P2028)$/, 'the database did not answer in time'],
  [/^(TlsConnectionError|P1011|.*CERT.*|ERR_TLS_.*|ERR_SSL_.*|EPROTO)$/, tls, 'check sslmode in DATABASE_URL'],
];
/** Errors without a code are recognized by the text of the driver, and those of PgBouncer by its text. */
const texts: readonly [RegExp, string, string?][] = [
  [/^unsupported startup parameter/, poolerRejects, needsDirectUrl],
  [/statement pooling mode/, 'the connection pooler is in statement mode', 'use its transaction mode'],
  [
    /^(server (login|conn)|server_login_retry|pgbouncer cannot connect)/,
    'the connection pooler cannot reach the database',
  ],
  [
    /^(password|SASL) authentication failed|no such user/,
    'the database rejected the user or the password',
    'correct DATABASE_URL',
  ],
  [/timeout|time ?out/i, 'the database did not answer in time'],
  [
    /^Connection terminated|connection error|not queryable|pool after calling end|is clos(ed|ing)/i,
    'the connection to the database was lost',
  ],
  [/does not support SSL|SSL connection/, tls, 'check sslmode in DATABASE_URL'],
  [/^SASL/, 'the database rejected the user or the password', 'correct DATABASE_URL'],
];

const noCode = 'no code';
/** PgBouncer gives this code to all of its errors. */
const poolerCode = '08P01';
/** Prisma's codes, such as P2002, match this pattern too, but their first two characters are not in a class above. */
const sqlState = /^[0-9A-Z]{5}$/;

/** P2028 with one of these texts is a bug. With other texts, a transaction did not start in time. */
const closedTransaction = /transaction already closed|transaction not found/i;

/** A failed query, without its text and its values. */
class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  constructor(
    readonly code: string,
    what: string,
    /** The next step for the operator. */
    advice?: string,
  ) {
    super(`${what} (${code})${advice === undefined ? '' : `: ${advice}`}`);
  }
}

/**
 * Rethrows an error of a driver or of Prisma. A temporary error becomes AppError `SERVICE_UNAVAILABLE`. Any other error
 * is a bug, and never becomes "not found".
 * @throws AppError `SERVICE_UNAVAILABLE`; DatabaseError
 */
export function translateDatabaseError(error: unknown): never {
  if (error instanceof AppError) throw error;
  const { code, kind, message } = knownOf(error);
  if (code === 'P2028' && closedTransaction.test(message)) {
    throw new DatabaseError(code, 'a transaction was used after its end');
  }
  const known = wordsOf(code, kind, message);
  const cause = new DatabaseError(code, known?.what ?? `the database failed: ${kind}`, known?.advice);
  if (known === undefined && !isUnavailable(code)) throw cause;
  throw new AppError('SERVICE_UNAVAILABLE', { cause });
}

/**
 * Rethrows an error of opening a connection. With any SQLSTATE, the server accepts no connections. The same SQLSTATE of a
 * statement can be a bug.
 */
export function throwConnectionError(error: unknown): never {
  const { code } = knownOf(error);
  const isOfServer = property(error, 'severity') !== undefined;
  if (!isOfServer || isUnavailable(code)) throw error;
  throw Object.assign(new Error('the server rejects connections'), { code: `FATAL ${code}` });
}

/** Whether the server accepts no writes. For example, the old primary server is read-only after a failover. */
export function isReadOnlyError(error: unknown): boolean {
  return knownOf(error).code === '25006';
}

/** Whether a standby has cancelled a read, because the primary has removed rows that the read needs. */
export function isRecoveryConflict(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof DatabaseError && cause.code === '40001';
}

/** Whether a unique index rejected a statement of Prisma or by hand. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof DatabaseError ? error.code : knownOf(error).code;
  return code === '23505' || code === 'P2002';
}

function wordsOf(code: string, kind: string, message: string): { what: string; advice?: string } | undefined {
  const byCode = words.find(([pattern]) => pattern.test(code) || pattern.test(kind));
  const found =
    byCode ?? (code === noCode || code === poolerCode ? texts.find(([pattern]) => pattern.test(message)) : undefined);
  if (!found) return undefined;
  const [, what, advice] = found;
  return { what, ...(advice !== undefined && { advice }) };
}

function isUnavailable(code: string): boolean {
  return sqlState.test(code) && (unavailableClasses.has(code.slice(0, 2)) || unavailableStates.has(code));
}

/** Returns the SQLSTATE, or else Prisma's code, or else the code of the system, such as ECONNREFUSED. */
function knownOf(error: unknown): { code: string; kind: string; message: string } {
  const driver = property(property(property(error, 'meta'), 'driverAdapterError'), 'cause') ?? property(error, 'cause');
  const codes = [property(driver, 'originalCode'), property(driver, 'code'), property(error, 'code')];
  const code = codes.find((candidate) => typeof candidate === 'string') ?? noCode;
  const kind = property(driver, 'kind') ?? property(error, 'name') ?? typeof error;
  return { code: String(code), kind: String(kind), message: String(property(error, 'message') ?? '') };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
