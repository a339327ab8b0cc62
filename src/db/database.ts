import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { Prisma } from '../generated/prisma/client';
import type { Listen } from './notifications';
import type { Queryable, Run, Statement, Transact } from './transaction';

export type { Prisma, Queryable, Run, Statement, Transact };

/** One database: Prisma for most stores, hand-written statements (docs/decisions/008), plain SQL for tools. */
export interface Database extends Queryable {
  transaction: Transact;
  /** One statement without parameters. @throws AppError `SERVICE_UNAVAILABLE` */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Opens new connections for the next statements, because the server may have been replaced. */
  renew(): void;
  listen: Listen;
  pool(): PoolState;
  /**
   * Runs `work` while no other instance migrates this database.
   * @throws what `work` throws; AppError `SERVICE_UNAVAILABLE` while another instance migrates
   */
  withMigrationLock<Result>(work: (session: MigrationSession) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Connections, and queries waiting for one; all 0 for the embedded database. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

export interface MigrationSession {
  /** For Prisma's schema engine. */
  adapter: SqlMigrationAwareDriverAdapterFactory;
  runScript: RunScript;
}

/** Runs a whole SQL script as one simple query, so in one implicit transaction: completely or not at all. */
export type RunScript = (script: string) => Promise<unknown>;
