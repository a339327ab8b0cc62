import { deserialize, serialize } from 'node:v8';
import { DriverAdapterError, type SqlQuery } from '@prisma/driver-adapter-utils';
import { AppError } from '../../errors/app-error';
import { readVersion } from '../../runtime/version';

/** The first message of a command, as JSON, so that every version of Gatehouse can read it. */
export interface Hello {
  /** The version of Gatehouse. Both ends must have the same version: they know the same tables and messages. */
  version: string;
  /** The version of the format in which this version of Node.js serializes values. */
  format: number;
}

/** The answer to `Hello`, as JSON. `rejected` is a text for the operator, or null. */
export interface Welcome {
  rejected: string | null;
}

/** What a command asks the server to do with the embedded database. Each request has one reply, in the same order. */
export type CommandRequest =
  | { op: 'run'; text: string; values: readonly unknown[]; inTransaction: boolean }
  | { op: 'queryRaw' | 'executeRaw'; query: SqlQuery; inTransaction: boolean }
  | { op: 'script'; script: string }
  | { op: 'begin' | 'commit' | 'rollback' | 'lockMigrations' | 'unlockMigrations' };

export type CommandReply = { result: unknown } | { error: SentError };

/** An error of the database, with what Prisma and `translateDatabaseError` need. */
type SentError =
  | { kind: 'unavailable'; msg: string; cause: string | null }
  | { kind: 'adapter'; cause: DriverAdapterError['cause'] }
  | { kind: 'other'; message: string; code: string | null; severity: string | null };

export const ownHello = (): Hello => ({ version: readVersion(), format: serialize(null)[1] ?? 0 });

/** The maximum size of `Hello` and `Welcome` in bytes. */
export const mostHelloBytes = 2048;

/** @throws Error if the bytes are no `Hello` */
export function parseHello(bytes: Buffer): Hello {
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  const version = fieldOf(value, 'version');
  const format = fieldOf(value, 'format');
  if (typeof version !== 'string' || typeof format !== 'number') throw new Error('no hello');
  return { version, format };
}

/** @throws Error if the bytes are no request */
export function parseRequest(bytes: Buffer): CommandRequest {
  const value: unknown = deserialize(bytes);
  const op = fieldOf(value, 'op');
  const inTransaction = fieldOf(value, 'inTransaction') === true;
  switch (op) {
    case 'begin':
    case 'commit':
    case 'rollback':
    case 'lockMigrations':
    case 'unlockMigrations':
      return { op };
    case 'script':
      return { op, script: textOf(value, 'script') };
    case 'run':
      return { op, text: textOf(value, 'text'), values: listOf(value, 'values'), inTransaction };
    case 'queryRaw':
    case 'executeRaw': {
      const query = fieldOf(value, 'query');
      const args = [...listOf(query, 'args')];
      const argTypes = [...listOf(query, 'argTypes')] as SqlQuery['argTypes'];
      return { op, query: { sql: textOf(query, 'sql'), args, argTypes }, inTransaction };
    }
    default:
      throw new Error('no request');
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  if (typeof text !== 'string') throw new Error(`no ${name}`);
  return text;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  if (!Array.isArray(list)) throw new Error(`no ${name}`);
  return list;
}

export function toSentError(error: unknown): SentError {
  if (error instanceof AppError) {
    const cause = error.cause instanceof Error ? error.cause.message : null;
    return { kind: 'unavailable', msg: error.message, cause };
  }
  if (error instanceof DriverAdapterError) return { kind: 'adapter', cause: error.cause };
  const text = (name: string) => {
    const value = fieldOf(error, name);
    return typeof value === 'string' ? value : null;
  };
  return { kind: 'other', message: text('message') ?? 'unknown error', code: text('code'), severity: text('severity') };
}

/** Returns the error as the driver of the server threw it. */
export function fromSentError(sent: SentError): Error {
  switch (sent.kind) {
    case 'unavailable':
      return new AppError('SERVICE_UNAVAILABLE', {
        msg: sent.msg,
        ...(sent.cause !== null && { cause: new Error(sent.cause) }),
      });
    case 'adapter':
      return new DriverAdapterError(sent.cause);
    case 'other': {
      const { message, code, severity } = sent;
      return Object.assign(new Error(message), { ...(code && { code }), ...(severity && { severity }) });
    }
  }
}
