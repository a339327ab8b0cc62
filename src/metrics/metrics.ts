import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ConnectionLimit } from '../http/dropped-connections';
import type { FinishedRequest } from '../http/finished-request';
import type { Scrape } from '../http/metrics-server';
import { cleanUpSteps } from '../jobs/clean-up';
import { limitNames } from '../limits';
import type { Services } from '../services';
import type { Stores } from '../stores';

export interface Metrics extends Scrape {
  observe(request: FinishedRequest): void;
  observeDroppedConnection(limit: ConnectionLimit): void;
  /** Every metric of Gatehouse's own, for the documents. */
  table(): { name: string; help: string; type: string }[];
}

/** Seconds: a gate answers in less than one ms, a login in tens, and all in three seconds. */
const requestBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const stepBuckets = [0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

/** What Prometheus is told. Labels are of closed lists alone, so that no request can add to their number. */
export function createMetrics(
  {
    admission,
    passwordCheck,
    revocations,
    readiness,
    audit,
    cleanUp,
    isCountingTogether,
  }: Pick<
    Services,
    'admission' | 'passwordCheck' | 'revocations' | 'readiness' | 'audit' | 'cleanUp' | 'isCountingTogether'
  >,
  { pool }: Pick<Stores, 'pool'>,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'gatehouse_request_duration_seconds',
    help: 'Requests that were answered, by door, operation and code (`success`, or as in docs/errors.md)',
    labelNames: ['door', 'operation', 'code'],
    buckets: requestBuckets,
    registers,
  });
  const aborted = new Counter({
    name: 'gatehouse_requests_aborted_total',
    help: 'Requests whose client went away before the answer',
    labelNames: ['door', 'operation'],
    registers,
  });
  const steps = new Histogram({
    name: 'gatehouse_step_duration_seconds',
    help: 'What requests spent their time on: validation, queue, limiter, hash, database',
    labelNames: ['step'],
    buckets: stepBuckets,
    registers,
  });
  const refusals = new Counter({
    name: 'gatehouse_limit_refusals_total',
    help: 'Requests refused by a rate limit, by its name',
    labelNames: ['limit'],
    registers,
  });
  // From the start on, so that the first refusal is an increase.
  for (const limit of limitNames) refusals.inc({ limit }, 0);

  const total = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  total(
    'gatehouse_audit_dropped_total',
    'Failures that are not in the audit: too many waited for the database',
    () => audit.dropped,
  );
  total(
    'gatehouse_audit_merged_total',
    'Failures whose row of the audit does not say the account or the network: there were too many',
    () => audit.merged,
  );
  total(
    'gatehouse_unusable_password_hashes_total',
    'Logins to an account whose stored password hash cannot be used; the log names the account',
    () => passwordCheck.unusableHashes,
  );

  new Counter({
    name: 'gatehouse_clean_up_failures_total',
    help: 'Steps of the clean-up that failed, by name; each is tried again ten minutes later',
    labelNames: ['step'],
    registers,
    collect() {
      this.reset();
      for (const step of cleanUpSteps) this.inc({ step }, cleanUp.failures.get(step) ?? 0);
    },
  });

  const dropped = new Counter({
    name: 'gatehouse_connections_dropped_total',
    help: 'Connections that were cut off at once, by the setting whose limit was reached',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of ['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_ADDRESS'] satisfies ConnectionLimit[]) {
    dropped.inc({ limit }, 0);
  }

  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('gatehouse_ready', '1 while it has started and is not stopping', () => Number(readiness.isReady));
  gauge('gatehouse_hash_queue_waiting', 'Logins and registrations that wait for their turn', () => admission.queued);
  gauge('gatehouse_hash_queue_working', 'Logins and registrations at work', () => admission.working);
  gauge('gatehouse_revocation_feed_up', '1 while revocations are known from memory', () => Number(revocations.isLive));
  gauge('gatehouse_revoked_sessions', 'Revoked sessions kept in memory', () => revocations.size);
  gauge('gatehouse_limit_store_up', '0 while Redis is set and away: each instance counts the limits for itself', () =>
    Number(isCountingTogether()),
  );
  const connections = (which: keyof ReturnType<Stores['pool']>) => () => pool()[which];
  gauge('gatehouse_db_pool_connections', 'Connections to PostgreSQL; 0 when embedded', connections('total'));
  gauge('gatehouse_db_pool_idle', 'Connections to PostgreSQL that are idle', connections('idle'));
  gauge('gatehouse_db_pool_waiting', 'Queries that wait for a connection', connections('waiting'));
  const own = registry.getMetricsAsArray().map(({ name }) => name);
  collectDefaultMetrics({ register: registry });

  return {
    observe({ door, operation, error, aborted: isAborted, durationMs, trail }) {
      if (isAborted) aborted.inc({ door, operation });
      else requests.observe({ door, operation, code: error?.code ?? 'success' }, durationMs / 1000);
      for (const { name, ms } of trail.steps) steps.observe({ step: name }, ms / 1000);
      if (error?.limit) refusals.inc({ limit: error.limit });
    },
    observeDroppedConnection: (limit) => dropped.inc({ limit }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    table: () =>
      registry
        .getMetricsAsArray()
        .filter(({ name }) => own.includes(name))
        .map(({ name, help, type }) => ({ name, help, type: String(type) })),
  };
}
