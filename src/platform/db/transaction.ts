import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlDriverAdapterFactory, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils';
import type { Prisma, PrismaClient } from '../../generated/prisma/client';
import { AppError } from '../errors/app-error';
import { within } from '../request/deadline';
import { KeyedQueue } from '../runtime/keyed-queue';
import type { DatabaseLimits } from './database-limits';
import type { Switches } from './optional-part';

/**
 * A statement that is written by hand, prepared under its name. The parameters are `$1`, `$2` and so on. A comment beside its
 * name says why Prisma does not make it: it is hot (a login, a refresh, `me`, verify or a flood of requests runs it, and
 * Prisma's code would cost more than the database), it decides a race, each start runs it (Prisma compiles its query compiler at its first
 * query), it writes batches, or Prisma cannot express it.
 */
export interface Statement {
  name: string;
  text: string;
  /** If set, PostgreSQL plans each execution, because the best index depends on the parameters. */
  isPlannedEachTime?: true;
  /** Returns the statement with the optional parts that are on. It runs in place of this one. */
  variantFor?(switches: Switches): Statement;
}

/** Runs a statement and returns its rows. @throws AppError `SERVICE_UNAVAILABLE` */
export type Run = <Row extends object>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/** The interface that stores use: the whole database, or one transaction. */
export interface Queryable {
  prisma: Prisma.TransactionClient;
  /** Runs a statement that is written by hand. */
  run: Run;
}

/**
 * Runs `work` in one transaction. The transaction commits when `work` returns, and rolls back when `work` throws.
 * `work` must only use `tx`, and must await each statement.
 * `account` is the id of the account that `work` changes, or null if it changes none that exists. The transactions of an
 * account run one at a time in a process. They wait before they take a connection, because transactions that wait for the
 * row of one account could hold every connection of the pool.
 * @throws what `work` throws; AppError `SERVICE_UNAVAILABLE`, also if too many transactions of the account wait, and after
 * `DatabaseLimits.workMs`. If the connection is lost during COMMIT, the transaction may have been committed.
 */
export type Transact<Tx = Queryable> = <Result>(
  account: string | null,
  work: (tx: Tx) => Promise<Result>,
) => Promise<Result>;

/** A connection on which a transaction was started. The end of the transaction releases the connection. */
export interface TransactionConnection {
  run: Run;
  /** Prisma's statements go through this object. */
  queries: SqlQueryable;
  /** @throws the error of the driver; Error if the database rolled back instead */
  commit(): Promise<void>;
  /** Does not throw. If the rollback fails, the connection is closed, and so the database rolls back. */
  rollback(): Promise<void>;
}

/** Begins a transaction. @throws the error of the driver */
export type Begin = () => Promise<TransactionConnection>;

/** A running transaction. */
interface Scope {
  /** The connection, until Prisma's transaction takes it. Then null. */
  unclaimed: TransactionConnection | null;
  isOpen: boolean;
  failure: { error: unknown } | null;
}

export type TransactionLimits = Pick<DatabaseLimits, 'workMs' | 'accountMs' | 'accountQueue'>;

const scopes = new AsyncLocalStorage<Scope>();
/** At 0, AsyncLocalStorage is disabled, because on Node 20 it makes every promise of the process slower. */
let openScopes = 0;

/** @throws Error inside a transaction, because on the embedded database the query would wait for that transaction */
export function rejectInTransaction(): void {
  if (openScopes > 0 && scopes.getStore()?.isOpen) {
    throw new Error('inside a transaction use its tx, not the database');
  }
}

/** Returns Prisma's adapter, with transactions that `createTransact` starts and ends. */
export function withTransactions(adapter: SqlDriverAdapterFactory, begin: Begin): SqlDriverAdapterFactory {
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    async connect() {
      const connected = await adapter.connect();
      const startTransaction = async (isolationLevel?: string): Promise<Transaction> => {
        if (isolationLevel) throw new Error('transactions have the isolation level of the database');
        const scope = scopes.getStore();
        const connection = scope?.unclaimed;
        if (scope && connection) {
          scope.unclaimed = null;
          return toPrismaTransaction(watched(connection.queries, scope), { commit: done, rollback: done });
        }
        // Prisma itself starts this transaction, for a nested write.
        const own = await begin();
        return toPrismaTransaction(own.queries, own);
      };
      return Object.assign(connected, { startTransaction });
    },
  };
}

const done = () => Promise.resolve();

function toPrismaTransaction(
  queries: Pick<SqlQueryable, 'provider' | 'adapterName' | 'queryRaw' | 'executeRaw'>,
  { commit, rollback }: Pick<TransactionConnection, 'commit' | 'rollback'>,
): Transaction {
  return {
    provider: queries.provider,
    adapterName: queries.adapterName,
    queryRaw: (query) => queries.queryRaw(query),
    executeRaw: (query) => queries.executeRaw(query),
    // With this option, Prisma itself sends no COMMIT and no ROLLBACK.
    options: { usePhantomQuery: true },
    commit,
    rollback,
  };
}

function watched(queries: SqlQueryable, scope: Scope): SqlQueryable {
  return {
    provider: queries.provider,
    adapterName: queries.adapterName,
    queryRaw: (query) => inScope(scope, () => queries.queryRaw(query)),
    executeRaw: (query) => inScope(scope, () => queries.executeRaw(query)),
  };
}

async function inScope<Result>(scope: Scope, statement: () => Promise<Result>): Promise<Result> {
  requireOpen(scope);
  try {
    return await statement();
  } catch (error) {
    scope.failure ??= { error };
    throw error;
  }
}

function requireOpen({ isOpen }: Scope): void {
  if (!isOpen) throw new Error('the transaction has ended');
}

/** `prisma` must use the adapter of `withTransactions`. `reject` translates the errors of the driver. */
export function createTransact(
  begin: Begin,
  prisma: () => PrismaClient,
  reject: (error: unknown) => never,
  { workMs, accountMs, accountQueue }: TransactionLimits,
): Transact {
  const accounts = new KeyedQueue({ longestWaitMs: accountMs, longestQueue: accountQueue }, tooManyChanges);
  let isConnected = false;
  const transact = async <Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> => {
    // Prisma compiles its WebAssembly first, which takes seconds on a slow machine. A transaction would wait for this,
    // with its locks. For a command, the server would end the transaction.
    if (!isConnected) await prisma().$connect().catch(reject);
    isConnected = true;
    const connection = await begin().catch(reject);
    const scope: Scope = { unclaimed: connection, isOpen: true, failure: null };
    openScopes += 1;
    try {
      const result = await scopes.run(scope, () => runWork(prisma, connection, scope, reject, workMs, work));
      scope.isOpen = false;
      // After a failed statement the database can only roll back, even if `work` caught the error.
      if (scope.failure) reject(scope.failure.error);
      await connection.commit().catch(reject);
      return result;
    } finally {
      scope.isOpen = false;
      await connection.rollback();
      openScopes -= 1;
      if (openScopes === 0) scopes.disable();
    }
  };
  return async (account, work) => {
    rejectInTransaction();
    return account === null ? transact(work) : accounts.run(account, () => transact(work));
  };
}

const tooManyChanges = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    msg: 'Too many changes of this account are waiting. Try again later.',
    retryAfterS: 1,
  });

async function runWork<Result>(
  prisma: () => PrismaClient,
  connection: TransactionConnection,
  scope: Scope,
  reject: (error: unknown) => never,
  workMs: number,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  const run: Run = async (statement, values) => {
    requireOpen(scope);
    return inScope(scope, () => connection.run<never>(statement, values)).catch(reject);
  };
  let thrown: { error: unknown } | null = null;
  const noting = (error: unknown): never => {
    thrown = { error };
    throw error;
  };
  return prisma()
    .$transaction(
      (client) =>
        within(
          workMs,
          Promise.resolve().then(() => work({ prisma: client, run })),
          'a transaction took too long',
        ).catch(noting),
      // Longer than the limit above, so that Prisma itself never ends a transaction.
      { maxWait: 10 * workMs, timeout: 10 * workMs },
    )
    .catch((error: unknown) => {
      if (thrown) throw (thrown as { error: unknown }).error;
      return reject(error);
    });
}
