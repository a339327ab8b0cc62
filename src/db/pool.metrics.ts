import type { Metric } from '../observability/metric';
import type { PoolState } from './database';

export function databasePoolMetrics(pool: () => PoolState, primaryChanges: () => number): Metric[] {
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
  ];
}
