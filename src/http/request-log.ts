import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from '../log';
import { ipOf } from './request-client';
import { beginFacts } from './request-facts';

/** Asked so often that a success is not worth a line. */
const gates = new Set(['/auth/verify', '/auth/verify/*path']);
const probes = new Set(['/healthz', '/readyz']);

/**
 * One line a request, written when it ends. The path is that of the route, never the one that was sent: an unknown
 * path can be anything, an e-mail address included.
 */
export function requestLog(log: Log): RequestHandler {
  return (req, res, next) => {
    const facts = beginFacts(res, randomUUID());
    res.setHeader('X-Request-Id', facts.requestId);
    const startedAt = performance.now();
    res.once('close', () => {
      if (!res.writableFinished) facts.gone.abort();
      const route: unknown = req.route?.path;
      const { error, operation } = facts;
      const isQuiet = probes.has(String(route)) || (gates.has(String(route)) && !error);
      if (isQuiet && !log.isLevelEnabled('debug')) return;
      const line = {
        requestId: facts.requestId,
        method: req.method,
        route: typeof route === 'string' ? route : null,
        ...(operation && { operation }),
        status: res.statusCode,
        ...(error && { code: error.code }),
        ...(error?.limit && { limit: error.limit }),
        ...(!res.writableFinished && { aborted: true }),
        ...(facts.trail.steps.length > 0 && { stepsMs: facts.trail.totals() }),
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        ip: ipOf(req),
      };
      if (isQuiet) log.debug(line, 'request');
      else if (error?.cause !== undefined) log.error({ ...line, err: error.cause }, 'request');
      else if (error?.code === 'SERVICE_UNAVAILABLE') log.warn(line, 'request');
      else log.info(line, 'request');
    });
    next();
  };
}
