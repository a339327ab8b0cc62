import { AppError } from '../errors';

/** SQLSTATE classes of a bug of ours: data, constraint, syntax. Every other class means the database cannot serve now. */
const bugClasses = new Set(['22', '23', '42']);
/** What a database says that is not migrated yet: no such table, no such column. */
const notMigrated = new Set(['42P01', '42703', 'P2021', 'P2022']);
/** The codes of Prisma's P2 group, a bug of ours otherwise, that mean the database cannot serve now. */
const prismaUnavailable = new Set(['P2021', 'P2022', 'P2024', 'P2028', 'P2034', 'P2037']);

/** What a failure is called; the texts of drivers can hold values, and those of connections a user's name. */
const words: readonly [RegExp, string][] = [
  [/^(3D000|DatabaseDoesNotExist)$/, 'the database of DATABASE_URL does not exist'],
  [/^(28P01|28000|P1000|AuthenticationFailed|DatabaseAccessDenied)$/, 'the database refuses this user or password'],
  [/^(25006)$/, 'the database is read-only'],
  [/^POOL_EXHAUSTED$/, 'too many statements wait for a connection'],
  [/^(53300|TooManyConnections)$/, 'the database has no connection left'],
  [/^(57014)$/, 'a statement took too long'],
  [/^(57P0\d)$/, 'the database is stopping or starting'],
  [/^(53100|ENOSPC)$/, 'the disk is full'],
  [/^(42P01|42703|P2021|P2022)$/, 'the database is not migrated: gatehouse migrate does it'],
  [/^(ENOTFOUND|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|DatabaseNotReachable|P1001)$/, 'the database cannot be reached'],
  [/^(ECONNRESET|EPIPE|ConnectionClosed|P1017)$/, 'the connection was lost'],
  [/time ?out|timeout|^(ETIMEDOUT|SocketTimeout|P1002|P1008|P2024)$/i, 'the database did not answer in time'],
  [/terminated|connection error|not queryable|ended/i, 'the connection was lost'],
  [/does not support SSL|^(TlsConnectionError)$/, 'the database refuses TLS, or its certificate is not valid'],
];

/** What is known of a failed query without what was in it. */
class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  constructor(
    readonly code: string,
    what: string,
  ) {
    super(`${what} (${code})`);
  }
}

/** Rethrows a driver's or Prisma's error as `SERVICE_UNAVAILABLE`, or as a bug. Never as "not found". */
export function translateDatabaseError(error: unknown): never {
  if (error instanceof AppError) throw error;
  const { code, kind, message } = knownOf(error);
  const known = words.find(([pattern]) => [code, kind, message].some((text) => pattern.test(text)));
  const cause = new DatabaseError(code, known?.[1] ?? `the database failed: ${kind}`);
  if (isBug(code, kind)) throw cause;
  throw new AppError('SERVICE_UNAVAILABLE', { cause });
}

/** Whether the server takes no writes: after a failover, the old one. */
export function isReadOnlyError(error: unknown): boolean {
  return knownOf(error).code === '25006';
}

function isBug(code: string, kind: string): boolean {
  if (notMigrated.has(code)) return false;
  if (/^P2\d{3}$/.test(code)) return !prismaUnavailable.has(code);
  if (/^[0-9A-Z]{5}$/.test(code)) return bugClasses.has(code.slice(0, 2));
  return kind === 'PrismaClientValidationError' || kind === 'TypeError';
}

/** The SQLSTATE where there is one, else Prisma's code, else the system's (ECONNREFUSED). */
function knownOf(error: unknown): { code: string; kind: string; message: string } {
  const driver = property(property(property(error, 'meta'), 'driverAdapterError'), 'cause') ?? property(error, 'cause');
  const codes = [property(driver, 'originalCode'), property(driver, 'code'), property(error, 'code')];
  const code = codes.find((candidate) => typeof candidate === 'string') ?? 'no code';
  const kind = property(driver, 'kind') ?? property(error, 'name') ?? typeof error;
  return { code: String(code), kind: String(kind), message: String(property(error, 'message') ?? '') };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
