import type { Metric } from '../observability/metric';
import { connectionLimits, type DroppedConnections } from './dropped-connections';

export function droppedConnectionMetrics(dropped: Pick<DroppedConnections, 'count'>): Metric[] {
  return [
    {
      name: 'gatehouse_connections_dropped_total',
      help: 'Connections that were closed immediately. `limit` is the setting whose number was reached.',
      type: 'counter',
      labels: ['limit'],
      read: () => connectionLimits.map((limit) => ({ labels: { limit }, value: dropped.count(limit) })),
    },
  ];
}
