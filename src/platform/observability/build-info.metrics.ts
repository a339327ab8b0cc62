import { readVersion } from '../runtime/version';
import type { Metric } from './metric';

export function buildInfoMetrics(): Metric[] {
  const labels = { version: readVersion(), node_version: process.versions.node };
  return [
    {
      name: 'gatehouse_build_info',
      help: 'Always 1.',
      type: 'gauge',
      labels: Object.keys(labels),
      read: () => [{ labels, value: 1 }],
    },
  ];
}
