import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { RequestObserver } from '../request/finished-request';
import type { Metric, Sample } from './metric';
import { registerRequestMetrics } from './request-metrics';

export interface Metrics {
  observe: RequestObserver;
  contentType: string;
  /** Returns all metrics in the Prometheus text format. */
  text(): Promise<string>;
  /** Describes Gatehouse's own metrics for the reference. */
  table: readonly { name: string; help: string; type: string; labels: readonly string[] }[];
}

/** Creates the metrics of requests, the given metrics, and the default metrics of Node. */
export function createMetrics(metrics: readonly Metric[]): Metrics {
  const registry = new Registry();
  const observe = registerRequestMetrics(registry);
  for (const metric of metrics) register(metric, registry);
  const table = registry.getMetricsAsArray().map((metric) => ({
    name: metric.name,
    help: metric.help,
    type: String(metric.type),
    labels: labelsOf(metric),
  }));
  collectDefaultMetrics({ register: registry });
  return { observe, contentType: registry.contentType, text: () => registry.metrics(), table };
}

/** The type that prom-client declares for a metric does not contain the labels. */
const labelsOf = (metric: object): readonly string[] =>
  'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [];

function register({ name, help, type, labels = [], read }: Metric, registry: Registry): void {
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (type === 'gauge') {
    new Gauge({
      ...options,
      collect() {
        const found = read();
        if (found instanceof Promise) return found.then((value) => this.set(value)).catch(() => this.remove());
        for (const { labels: of, value } of samplesOf(found)) this.set(of, value);
      },
    });
  } else {
    new Counter({
      ...options,
      collect() {
        this.reset();
        const found = read();
        if (found instanceof Promise) throw new Error(`${name}: only a gauge may ask the database`);
        for (const { labels: of, value } of samplesOf(found)) this.inc(of, value);
      },
    });
  }
}

const samplesOf = (read: number | readonly Sample[]) =>
  typeof read === 'number' ? [{ labels: {}, value: read }] : read;
