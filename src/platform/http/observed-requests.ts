import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { RequestObserver } from '../request/finished-request';
import { beginFacts, type RequestFacts } from './request-facts';

/** Records the facts of every request, and passes them to the observers when the request ends. */
export function observedRequests(observers: readonly RequestObserver[]): RequestHandler {
  return (req, res, next) => {
    const facts = beginFacts(req, res, randomUUID());
    res.setHeader('X-Request-Id', facts.requestId);
    observeEnd(req, res, facts, observers);
    next();
  };
}

/** Passes the facts of a request to the observers when it ends. */
export function observeEnd(
  req: IncomingMessage,
  res: ServerResponse,
  facts: RequestFacts,
  observers: readonly RequestObserver[],
): void {
  const startedAt = performance.now();
  // The GraphQL API changes HEAD to GET.
  const { method = '' } = req;
  // A response closes only once, so `once` would only add a wrapper function for each request.
  res.on('close', () => {
    const aborted = !res.writableFinished;
    if (aborted) facts.abort();
    const { traceparent } = req.headers;
    const { requestId, api, route, timings } = facts;
    const request = {
      requestId,
      api,
      operation: facts.operation ?? { name: 'other' },
      method,
      route,
      status: res.statusCode,
      error: facts.error,
      aborted,
      startedAt,
      durationMs: performance.now() - startedAt,
      timings,
      ip: () => facts.ip,
      backend: facts.backend,
      actorId: facts.actorId,
      traceparent: typeof traceparent === 'string' ? traceparent : null,
    };
    for (const observe of observers) observe(request);
  });
}
