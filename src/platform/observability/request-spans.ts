import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { FinishedRequest, RequestObserver } from '../request/finished-request';
import type { Log } from './log';

/**
 * Creates a span for each request, with a child span for each step. Health probes have no span. A verification only has
 * a span if it has a step, an error or a parent. The spans are created after the response, so that they do not delay
 * the response. `parentOf` parses a `traceparent` header (W3C Trace Context).
 */
export function requestSpans(
  tracer: Tracer,
  parentOf: (traceparent: string) => Context | null,
  log: Log,
): RequestObserver {
  const write = (request: FinishedRequest) => {
    const { api, operation, error, startedAt, durationMs, timings, traceparent } = request;
    if (api === 'rest' && operation.traffic === 'probe') return;
    // There are thousands of verifications per second. Without steps, a span only helps in the trace of the client.
    if (operation.traffic === 'check' && traceparent === null && !error && timings.steps.length === 0) return;
    const parent = (traceparent === null ? null : parentOf(traceparent)) ?? ROOT_CONTEXT;
    // Uses the current wall clock, because `performance.timeOrigin` does not follow later corrections of the clock.
    const origin = Date.now() - performance.now();
    const span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER, startTime: origin + startedAt }, parent);
    // A sampler has dropped the span, so its attributes are not needed.
    if (!span.isRecording()) return;
    span.setAttributes(attributesOf(request));
    const context = trace.setSpan(parent, span);
    for (const step of timings.steps) {
      const startTime = origin + step.startedAt;
      tracer.startSpan(step.name, { startTime }, context).end(startTime + step.ms);
    }
    if (isFault(request)) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(origin + startedAt + durationMs);
  };
  return (request) => {
    try {
      write(request);
    } catch (error) {
      log.error({ err: error }, 'unexpected error, probably a bug: a request has no trace');
    }
  };
}

/**
 * Built only from fixed lists. The HTTP parser accepts only known methods. The name of a GraphQL operation in the
 * document is not used, because the client chooses it.
 */
function nameOf({ api, operation, method, route }: FinishedRequest): string {
  if (api === 'graphql') return `GraphQL ${operation.name}`;
  return route === null ? method : `${method} ${route}`;
}

/** Returns OpenTelemetry's HTTP attributes without data of the client: path, address and user agent are missing. */
function attributesOf(request: FinishedRequest): Attributes {
  const { requestId, api, operation, method, route, status, error, aborted } = request;
  return {
    'http.request.method': method,
    ...(route !== null && { 'http.route': route }),
    ...(!aborted && { 'http.response.status_code': status }),
    ...(isFault(request) && { 'error.type': error?.code ?? String(status) }),
    'gatehouse.api': api,
    'gatehouse.operation': operation.name,
    ...(aborted ? { 'gatehouse.aborted': true } : { 'gatehouse.code': error?.code ?? 'success' }),
    ...(error?.limit && { 'gatehouse.limit': error.limit }),
    'gatehouse.request_id': requestId,
  };
}

/** Whether the server caused the failure, not the client. GraphQL sends some of these errors with status 200. */
function isFault({ status, error, aborted }: FinishedRequest): boolean {
  return !aborted && (error?.status ?? status) >= 500;
}
