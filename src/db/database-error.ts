import { AppError } from '../errors/app-error';

/** SQLSTATE classes of a database that is temporarily unavailable. Every other database error is a bug. */
const unavailableClasses = new Set(['08', '28', '53', '57', '58']);
/** Other temporary states: no such database, a failed lock or serialization, read-only, an ended idle transaction. */
const unavailableStates = new Set(['3D000', '55P03', '40001', '40003', '40P01', '25006', '25P03']);

const tls = 'the database does not support TLS, or its certificate is not valid';

/**
 * Texts for failures. Driver texts are not used, because they can contain values, and connection errors a user name.
 */
const words: readonly [RegExp, string][] = [
  [/^(3D000|DatabaseDoesNotExist|P1003)$/, 'the database of DATABASE_URL does not exist'],
  [
    /^(28P01|28000|P1000|P1010|AuthenticationFailed|DatabaseAccessDenied)$/,
    'the database rejects this user or password',
  ],
  [/^(25006)$/, 'the database is read-only'],
  [/^POOL_EXHAUSTED$/, 'too many statements wait for a connection'],
  [/^(53300|TooManyConnections|P2037)$/, 'the database has no connection left'],
  [/^(57014)$/, 'a statement took too long'],
  [/^(57P0\d)$/, 'the database is stopping or starting'],
  [/^(53100|ENOSPC|EDQUOT)$/, 'the disk is full'],
  [/^(42P01|42703|P2021|P2022)$/, 'the database is not migrated: gatehouse migrate does it'],
  [/^(55P03)$/, 'another statement has the lock'],
  [/^(40001|40P01|P2034|TransactionWriteConflict)$/, 'the statement conflicted with another one'],
  [
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOENT|EACCES|EMFILE|ENFILE|DatabaseNotReachable|P1001)$/,
    'the database cannot be reached',
  ],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ConnectionClosed|P1017)$/, 'the connection was lost'],
  [/^(ETIMEDOUT|SocketTimeout|P1002|P1008|P2024|P2028)$/, 'the database did not answer in time'],
  [/^(TlsConnectionError|P1011|.*CERT.*|ERR_TLS_.*|ERR_SSL_.*|EPROTO)$/, tls],
];
/** For errors without a code: by the text of the driver. */
const texts: readonly [RegExp, string][] = [
  [/timeout|time ?out/i, 'the database did not answer in time'],
  [
    /^Connection terminated|connection error|not queryable|pool after calling end|is clos(ed|ing)/i,
    'the connection was lost',
  ],
  [/does not support SSL|SSL connection/, tls],
  [/^SASL/, 'the database rejects this user or password'],
];

const noCode = 'no code';
/** Prisma's codes (P2002) match, too, but none is in a class above. */
const sqlState = /^[0-9A-Z]{5}$/;

/** Texts of Prisma's P2028. Its other texts concern a transaction that does not start in time. */
const closedTransaction = /transaction already closed|transaction not found/i;

/** What is known of a failed query, without its content. */
class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  constructor(
    readonly code: string,
    what: string,
  ) {
    super(`${what} (${code})`);
  }
}

/**
 * Rethrows a driver's or Prisma's error as `SERVICE_UNAVAILABLE` if it is temporary, else as a bug. Never as "not
 * found".
 */
export function translateDatabaseError(error: unknown): never {
  if (error instanceof AppError) throw error;
  const { code, kind, message } = knownOf(error);
  if (code === 'P2028' && closedTransaction.test(message)) {
    throw new DatabaseError(code, 'a transaction was used after its end');
  }
  const known = wordsOf(code, kind, message);
  const cause = new DatabaseError(code, known ?? `the database failed: ${kind}`);
  if (known === undefined && !isUnavailable(code)) throw cause;
  throw new AppError('SERVICE_UNAVAILABLE', { cause });
}

/** Whether the server accepts no writes, like the old primary after a failover. */
export function isReadOnlyError(error: unknown): boolean {
  return knownOf(error).code === '25006';
}

function wordsOf(code: string, kind: string, message: string): string | undefined {
  const [, what] = words.find(([pattern]) => pattern.test(code) || pattern.test(kind)) ?? [];
  if (what !== undefined || code !== noCode) return what;
  return texts.find(([pattern]) => pattern.test(message))?.[1];
}

function isUnavailable(code: string): boolean {
  return sqlState.test(code) && (unavailableClasses.has(code.slice(0, 2)) || unavailableStates.has(code));
}

/** The SQLSTATE if there is one, else Prisma's code, else the system's (ECONNREFUSED). */
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
