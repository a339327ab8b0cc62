import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { RequestObserver } from './finished-request';
import { ipOf } from './request-client';
import { beginFacts } from './request-facts';

/** Begins the facts of every request, and tells the observers of it when it ends. */
export function observedRequests(observers: readonly RequestObserver[]): RequestHandler {
  return (req, res, next) => {
    const facts = beginFacts(res, randomUUID());
    res.setHeader('X-Request-Id', facts.requestId);
    const startedAt = performance.now();
    res.once('close', () => {
      const aborted = !res.writableFinished;
      if (aborted) facts.gone.abort();
      const route: unknown = req.route?.path;
      const { traceparent } = req.headers;
      const request = {
        requestId: facts.requestId,
        door: route === '/graphql' ? ('graphql' as const) : ('rest' as const),
        operation: facts.operation ?? 'other',
        method: req.method,
        route: typeof route === 'string' ? route : null,
        status: res.statusCode,
        error: facts.error ?? null,
        aborted,
        startedAt,
        durationMs: performance.now() - startedAt,
        trail: facts.trail,
        ip: () => ipOf(req),
        traceparent: typeof traceparent === 'string' ? traceparent : null,
      };
      for (const observe of observers) observe(request);
    });
    next();
  };
}
