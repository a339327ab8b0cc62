import type { Log } from '../observability/log';
import type { RequestObserver } from '../request/finished-request';

/**
 * Writes one line for each request when it ends. The line contains the path of the route and never the path of the
 * request. A path without a route can contain anything, for example an e-mail address.
 */
export function requestLog(log: Log): RequestObserver {
  return ({
    requestId,
    api,
    operation,
    method,
    route,
    status,
    error,
    aborted,
    timings,
    durationMs,
    ip,
    backend,
    actorId,
  }) => {
    // These requests are frequent, so their success is only logged at the level `debug`.
    const isQuiet = (api === 'rest' && operation.traffic === 'probe') || (operation.traffic === 'check' && !error);
    if (isQuiet && !log.isLevelEnabled('debug')) return;
    const line = {
      requestId,
      api,
      operation: operation.name,
      method,
      route,
      status,
      ...(error && { code: error.code }),
      ...(error?.limit && { limit: error.limit }),
      ...(aborted && { aborted: true }),
      ...(timings.steps.length > 0 && { stepsMs: timings.totals() }),
      durationMs: Math.round(durationMs * 10) / 10,
      ip: ip(),
      ...(backend && { backend: backend.ip }),
      ...(actorId && { actorId }),
    };
    if (isQuiet) log.debug(line, 'request');
    else if (error?.cause !== undefined) log.error({ ...line, err: error.cause }, 'request');
    else if (error?.code === 'SERVICE_UNAVAILABLE') log.warn(line, 'request');
    else log.info(line, 'request');
  };
}
