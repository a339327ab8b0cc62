import { Counter, Histogram, type Registry } from 'prom-client';
import { rateLimits } from '../rate-limits/limit-table';
import type { RequestObserver } from '../request/finished-request';

/** Seconds. Verifying a token takes less than 1 ms, a login tens of ms. An operation is limited to 2.8 s. */
const requestBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const stepBuckets = [0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

export function registerRequestMetrics(registry: Registry): RequestObserver {
  const registers = [registry];
  const requests = new Histogram({
    name: 'gatehouse_request_duration_seconds',
    help: 'The duration of answered requests.',
    labelNames: ['door', 'operation', 'code'],
    buckets: requestBuckets,
    registers,
  });
  const aborted = new Counter({
    name: 'gatehouse_requests_aborted_total',
    help: 'Requests whose client disconnected before the answer.',
    labelNames: ['door', 'operation'],
    registers,
  });
  const steps = new Histogram({
    name: 'gatehouse_step_duration_seconds',
    help: 'The time that requests spent on each step: `validation`, `queue`, `limiter`, `breaches` (looking up a new password in `BREACHED_PASSWORDS`), `hook` (`HOOK_BEFORE_REGISTER`), `legacy` (`LEGACY_URL`), `hash` or `database`.',
    labelNames: ['step'],
    buckets: stepBuckets,
    registers,
  });
  const limited = new Counter({
    name: 'gatehouse_limit_refusals_total',
    help: 'Requests that a rate limit rejected.',
    labelNames: ['limit'],
    registers,
  });
  const fromBackends = new Counter({
    name: 'gatehouse_trusted_backend_requests_total',
    help: 'Requests from `RATE_LIMIT_TRUSTED_NETWORKS`. `client` is `named` if the backend named the address of its user, `unnamed` if not, and `rejected` if the header was wrong.',
    labelNames: ['client'],
    registers,
  });
  for (const client of ['named', 'unnamed', 'rejected'] as const) fromBackends.inc({ client }, 0);
  // Created at 0, so that Prometheus sees the first rejection as an increase.
  for (const { name } of rateLimits.all()) limited.inc({ limit: name }, 0);

  return ({ api, operation, error, aborted: isAborted, durationMs, timings, backend }) => {
    if (isAborted) aborted.inc({ door: api, operation: operation.name });
    else requests.observe({ door: api, operation: operation.name, code: error?.code ?? 'success' }, durationMs / 1000);
    for (const { name, ms } of timings.steps) steps.observe({ step: name }, ms / 1000);
    if (error?.limit) limited.inc({ limit: error.limit });
    if (backend) fromBackends.inc({ client: backend.client });
  };
}
