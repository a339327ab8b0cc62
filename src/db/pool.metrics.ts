import type { Metric } from '../observability/metric';
import type { PoolState } from './database';

export function databasePoolMetrics(pool: () => PoolState): Metric[] {
  return [
    {
      name: 'gatehouse_db_pool_connections',
      help: 'Connections to PostgreSQL; 0 when embedded',
      type: 'gauge',
      read: () => pool().total,
    },
    {
      name: 'gatehouse_db_pool_idle',
      help: 'Connections to PostgreSQL that are idle',
      type: 'gauge',
      read: () => pool().idle,
    },
    {
      name: 'gatehouse_db_pool_waiting',
      help: 'Queries that wait for a connection',
      type: 'gauge',
      read: () => pool().waiting,
    },
  ];
}
