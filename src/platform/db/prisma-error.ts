import { DriverAdapterError, type MappedError } from '@prisma/driver-adapter-utils';

/** An error of PostgreSQL. The other fields are missing where they say nothing. */
interface PostgresError {
  code: string;
  severity: string;
  message: string;
  detail?: string;
  hint?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

/** By SQLSTATE (PostgreSQL, appendix A). Prisma knows these as kinds of their own. */
const kinds: Readonly<Record<string, (error: PostgresError) => MappedError>> = {
  '22001': ({ column }) => ({ kind: 'LengthMismatch', ...(column !== undefined && { column }) }),
  '22003': ({ message }) => ({ kind: 'ValueOutOfRange', cause: message }),
  '22P02': ({ message }) => ({ kind: 'InvalidInputValue', message }),
  '23001': (error) => ({ kind: 'RestrictViolation', ...constraintOf(error) }),
  '23502': () => ({ kind: 'NullConstraintViolation' }),
  '23503': (error) => ({ kind: 'ForeignKeyConstraintViolation', ...constraintOf(error) }),
  '23505': (error) => ({
    kind: 'UniqueConstraintViolation',
    ...constraintOf(error),
    ...(error.table !== undefined && { table: error.table }),
  }),
  '40001': () => ({ kind: 'TransactionWriteConflict' }),
  '40P01': () => ({ kind: 'TransactionWriteConflict' }),
  '42703': ({ message }) => ({ kind: 'ColumnNotFound', ...named('column', message, /^column (.+) does not exist$/) }),
  '42P01': ({ message }) => ({
    kind: 'TableDoesNotExist',
    ...named('table', message, /^relation (.+) does not exist$/),
  }),
};

const constraintOf = ({ constraint }: PostgresError) =>
  constraint !== undefined && { constraint: { index: constraint } };

/** Returns the name in a message, without its quotation marks. */
const named = (field: 'column' | 'table', message: string, pattern: RegExp) => {
  const name = pattern.exec(message)?.[1];
  return name !== undefined && { [field]: name.replaceAll('"', '') };
};

const toGeneral = ({ code, severity, message, detail, column, hint }: PostgresError): MappedError => ({
  kind: 'postgres',
  code,
  severity,
  message,
  detail,
  column,
  hint,
});

/** Rethrows an error of PGlite as Prisma expects it. Prisma passes other errors on as they are. */
export function throwForPrisma(error: unknown): never {
  if (!isPostgresError(error)) throw error;
  const cause = (kinds[error.code] ?? toGeneral)(error);
  throw new DriverAdapterError({ ...cause, originalCode: error.code, originalMessage: error.message });
}

function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof Error && ['code', 'severity'].every((name) => typeof Reflect.get(error, name) === 'string');
}
