import type { SqlMigrationAwareDriverAdapterFactory, SqlQueryable } from '@prisma/driver-adapter-utils';
import type { Prisma } from '../../generated/prisma/client';
import type { Listen } from './cluster/notifications';
import type { ServerReport } from './cluster/postgres-servers';
import type { DatabasePaths } from './database-paths';
import type { Begin, Queryable, Run, Statement, Transact, TransactionConnection } from './transaction';

export type { Prisma, Queryable, Run, Statement, Transact, TransactionConnection };

/** A database. Most stores use Prisma, some use statements written by hand, tools use plain SQL. */
export interface Database extends Queryable {
  transaction: Transact;
  /** Runs one statement without parameters. @throws AppError `SERVICE_UNAVAILABLE` */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Closes idle connections, because the server behind them may have been replaced. */
  renew(): void;
  listen: Listen;
  pool(): PoolState;
  /** Asks each server of `DATABASE_URL` for its state. Empty for the embedded database. */
  servers(): Promise<ServerReport[]>;
  /** How `DATABASE_URL` and `DATABASE_DIRECT_URL` lead to the server. Null for the embedded database. */
  paths(): Promise<DatabasePaths | null>;
  /** How often this process has changed to another primary server. */
  primaryChanges(): number;
  /**
   * Runs `work` while no other instance migrates this database.
   * @throws what `work` throws; AppError `SERVICE_UNAVAILABLE` while another instance migrates
   */
  withMigrationLock<Result>(work: (session: MigrationSession) => Promise<Result>): Promise<Result>;
  /** Null for PostgreSQL, to which other processes connect themselves. */
  shared: SharedAccess | null;
  close(): Promise<void>;
}

/** The embedded database, for requests of other processes. All functions throw the errors of the driver. */
export interface SharedAccess {
  run: Run;
  /** Prisma's statements go through this object. */
  queries: SqlQueryable;
  begin: Begin;
  runScript: RunScript;
  /** Returns the function that releases the lock. @throws AppError `SERVICE_UNAVAILABLE` while another process migrates */
  lockMigrations(): () => void;
}

/** The connections, and the queries that wait for a connection. All numbers are 0 for the embedded database. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

export interface MigrationSession {
  adapter: SqlMigrationAwareDriverAdapterFactory;
  runScript: RunScript;
}

/** Runs a whole SQL script as one simple query, which is one implicit transaction: completely or not at all. */
export type RunScript = (script: string) => Promise<unknown>;
