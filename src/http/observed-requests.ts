import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { RequestObserver } from '../request/finished-request';
import { ipOf } from './read-request-context';
import { beginFacts } from './request-facts';

/** Starts recording the facts of every request, and passes them to the observers when the request ends. */
export function observedRequests(observers: readonly RequestObserver[]): RequestHandler {
  return (req, res, next) => {
    const facts = beginFacts(res, randomUUID());
    res.setHeader('X-Request-Id', facts.requestId);
    const startedAt = performance.now();
    res.once('close', () => {
      const aborted = !res.writableFinished;
      if (aborted) facts.abort.abort();
      const route: unknown = req.route?.path;
      const { traceparent } = req.headers;
      const request = {
        requestId: facts.requestId,
        api: route === '/graphql' ? ('graphql' as const) : ('rest' as const),
        operation: facts.operation ?? 'other',
        method: req.method,
        route: typeof route === 'string' ? route : null,
        status: res.statusCode,
        error: facts.error ?? null,
        aborted,
        startedAt,
        durationMs: performance.now() - startedAt,
        timings: facts.timings,
        ip: () => ipOf(req),
        traceparent: typeof traceparent === 'string' ? traceparent : null,
      };
      for (const observe of observers) observe(request);
    });
    next();
  };
}
