import type { Metric } from '../../platform/observability/metric';
import type { HashQueue } from './hash-queue';

export function hashQueueMetrics({ hashQueue: queue }: { hashQueue: Pick<HashQueue, 'queued' | 'working'> }): Metric[] {
  return [
    {
      name: 'gatehouse_hash_queue_waiting',
      help: 'Logins and registrations that wait in the hash queue.',
      type: 'gauge',
      read: () => queue.queued,
    },
    {
      name: 'gatehouse_hash_queue_working',
      help: 'Logins and registrations that have left the hash queue.',
      type: 'gauge',
      read: () => queue.working,
    },
  ];
}
