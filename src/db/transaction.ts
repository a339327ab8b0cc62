import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlDriverAdapterFactory, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils';
import type { Prisma, PrismaClient } from '../generated/prisma/client';
import { within } from '../request/deadline';

/** A prepared statement with its name; parameters are `$1`, `$2` … */
export interface Statement {
  name: string;
  text: string;
  /** Not prepared but planned for each execution, because the index to use depends on the parameters. */
  isPlannedEachTime?: true;
}

/** @throws AppError `SERVICE_UNAVAILABLE` */
export type Run = <Row extends object>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/** The database, or one transaction of it, as stores use it. */
export interface Queryable {
  prisma: Prisma.TransactionClient;
  /** For hand-written statements (docs/decisions/008). */
  run: Run;
}

/**
 * Runs `work` in one transaction. Commits when `work` returns, and rolls back when it throws. `work` must only use
 * `tx`, and await each of its statements.
 * @throws what `work` throws; AppError `SERVICE_UNAVAILABLE`, also after `transactionLimits.workMs`. If the connection
 * is lost during COMMIT, it is unknown whether the transaction was committed.
 */
export type Transact<Tx = Queryable> = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/** Shorter than the time limit of a request: a transaction holds locks, and blocks the whole embedded database. */
export const transactionLimits = { workMs: 2000, beginMs: 2000 } as const;

/** A connection in a transaction. It ends the transaction once. */
export interface TransactionConnection {
  run: Run;
  /** For Prisma. */
  queries: SqlQueryable;
  /** @throws the driver's error, also if the database rolled back instead */
  commit(): Promise<void>;
  /** Does not throw: if the rollback fails, the connection is closed, and the database rolls back. */
  rollback(): Promise<void>;
}

/** @throws the driver's error */
export type Begin = () => Promise<TransactionConnection>;

/** A running transaction. */
interface Scope {
  /** Until Prisma's transaction takes the connection. */
  unclaimed: TransactionConnection | null;
  isOpen: boolean;
  failure: { error: unknown } | null;
}

const scopes = new AsyncLocalStorage<Scope>();
/** When this is 0, AsyncLocalStorage is disabled: on Node 20 it makes every promise of the process slower. */
let openScopes = 0;

/** @throws Error inside the work of a transaction, because it would wait for itself on the embedded database */
export function rejectInTransaction(): void {
  if (openScopes > 0 && scopes.getStore()?.isOpen) {
    throw new Error('inside a transaction use its tx, not the database');
  }
}

/** Prisma's adapter, with transactions that this file controls. */
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
          // createTransact starts and ends the transaction.
          return toPrismaTransaction(watched(connection.queries, scope), { commit: done, rollback: done });
        }
        // A transaction that Prisma itself starts, for a nested write.
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
    // Prisma sends no COMMIT and no ROLLBACK.
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

/** `prisma` uses the adapter from `withTransactions`; `reject` translates driver errors. */
export function createTransact(begin: Begin, prisma: PrismaClient, reject: (error: unknown) => never): Transact {
  return async (work) => {
    rejectInTransaction();
    const connection = await begin().catch(reject);
    const scope: Scope = { unclaimed: connection, isOpen: true, failure: null };
    openScopes += 1;
    try {
      const result = await scopes.run(scope, () => runWork(prisma, connection, scope, reject, work));
      scope.isOpen = false;
      // The database rolls back a transaction with a failed statement, even if `work` caught the error.
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
}

async function runWork<Result>(
  prisma: PrismaClient,
  connection: TransactionConnection,
  scope: Scope,
  reject: (error: unknown) => never,
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
  return prisma
    .$transaction(
      (client) =>
        within(
          transactionLimits.workMs,
          Promise.resolve().then(() => work({ prisma: client, run })),
          'a transaction took too long',
        ).catch(noting),
      // Longer than our own limits, so that Prisma never ends a transaction.
      { maxWait: 10 * transactionLimits.beginMs, timeout: 10 * transactionLimits.workMs },
    )
    .catch((error: unknown) => {
      if (thrown) throw (thrown as { error: unknown }).error;
      return reject(error);
    });
}
