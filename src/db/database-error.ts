import { AppError } from '../errors';

/** SQLSTATE classes of a bug of ours: data, constraint, syntax. Every other class means the database cannot serve now. */
const bugClasses = new Set(['22', '23', '42']);
/** What a database says that is not migrated yet: no such table, no such column. */
const notMigrated = new Set(['42P01', '42703', 'P2021', 'P2022']);
/** The codes of Prisma's P2 group, a bug of ours otherwise, that mean the database cannot serve now. */
const prismaUnavailable = new Set(['P2021', 'P2022', 'P2024', 'P2028', 'P2034', 'P2037']);

/** What is known of a failed query without what was in it: messages and details of drivers can hold values. */
class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  constructor(
    readonly code: string,
    readonly kind: string,
  ) {
    super(`database: ${kind} (${code})`);
  }
}

/** Rethrows a driver's or Prisma's error as `SERVICE_UNAVAILABLE`, or as a bug. Never as "not found". */
export function translateDatabaseError(error: unknown): never {
  if (error instanceof AppError) throw error;
  const { code, kind } = codeAndKind(error);
  const cause = new DatabaseError(code, kind);
  if (isBug(code, kind)) throw cause;
  throw new AppError('SERVICE_UNAVAILABLE', { cause });
}

function isBug(code: string, kind: string): boolean {
  if (notMigrated.has(code)) return false;
  if (/^P2\d{3}$/.test(code)) return !prismaUnavailable.has(code);
  if (/^[0-9A-Z]{5}$/.test(code)) return bugClasses.has(code.slice(0, 2));
  return kind === 'PrismaClientValidationError' || kind === 'TypeError';
}

/** The SQLSTATE where there is one, else Prisma's code, else the system's (ECONNREFUSED). */
function codeAndKind(error: unknown): { code: string; kind: string } {
  const driver = property(property(property(error, 'meta'), 'driverAdapterError'), 'cause') ?? property(error, 'cause');
  const codes = [property(driver, 'originalCode'), property(driver, 'code'), property(error, 'code')];
  const code = codes.find((candidate) => typeof candidate === 'string') ?? 'none';
  const kind = property(driver, 'kind') ?? property(error, 'name') ?? typeof error;
  return { code: String(code), kind: String(kind) };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
