import type { Metric } from '../observability/metric';
import type { ReadCounts } from './cluster/reads';
import type { PoolState } from './database';

interface Source {
  stores: { pool(): PoolState; primaryChanges(): number; readCounts(): ReadCounts };
}

export function databasePoolMetrics({ stores: { pool, primaryChanges, readCounts: reads } }: Source): Metric[] {
  return [
    {
      name: 'gatehouse_db_pool_connections',
      help: 'Open connections to PostgreSQL. 0 with the embedded database.',
      type: 'gauge',
      read: () => pool().total,
    },
    {
      name: 'gatehouse_db_pool_idle',
      help: 'Idle connections to PostgreSQL.',
      type: 'gauge',
      read: () => pool().idle,
    },
    {
      name: 'gatehouse_db_pool_waiting',
      help: 'Queries that wait for a connection to PostgreSQL.',
      type: 'gauge',
      read: () => pool().waiting,
    },
    {
      name: 'gatehouse_db_primary_changes_total',
      help: 'How often this instance has changed to another primary server of `DATABASE_URL`.',
      type: 'counter',
      read: primaryChanges,
    },
    {
      name: 'gatehouse_db_read_lag_seconds',
      help: 'How old the data of `DATABASE_READ_URL` can be. It rises while no server can be measured.',
      type: 'gauge',
      read: () => reads().lagS,
    },
    {
      name: 'gatehouse_db_read_server_used',
      help: '1 while a server of `DATABASE_READ_URL` is read, 0 while the primary is.',
      type: 'gauge',
      read: () => Number(reads().isUsed),
    },
    {
      name: 'gatehouse_db_read_fallbacks_total',
      help: 'Reads that the primary did instead of `DATABASE_READ_URL`.',
      type: 'counter',
      read: () => reads().fallbacks,
    },
  ];
}
