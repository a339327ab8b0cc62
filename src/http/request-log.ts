import type { Log } from '../log';
import type { Operation } from '../operations';
import type { RequestObserver } from './finished-request';

const probes = new Set<Operation>(['alive', 'ready']);

/**
 * One line a request, written when it ends. The path is that of the route, never the one that was sent: an unknown
 * path can be anything, an e-mail address included.
 */
export function requestLog(log: Log): RequestObserver {
  return ({ requestId, door, operation, method, route, status, error, aborted, trail, durationMs, ip }) => {
    // Asked so often that a success is not worth a line.
    const isQuiet = (door === 'rest' && probes.has(operation)) || (operation === 'verify' && !error);
    if (isQuiet && !log.isLevelEnabled('debug')) return;
    const line = {
      requestId,
      door,
      operation,
      method,
      route,
      status,
      ...(error && { code: error.code }),
      ...(error?.limit && { limit: error.limit }),
      ...(aborted && { aborted: true }),
      ...(trail.steps.length > 0 && { stepsMs: trail.totals() }),
      durationMs: Math.round(durationMs * 10) / 10,
      ip: ip(),
    };
    if (isQuiet) log.debug(line, 'request');
    else if (error?.cause !== undefined) log.error({ ...line, err: error.cause }, 'request');
    else if (error?.code === 'SERVICE_UNAVAILABLE') log.warn(line, 'request');
    else log.info(line, 'request');
  };
}
