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
import type { OperationName } from '../request/operation-names';
import type { Log } from './log';

const probes = new Set<OperationName>(['alive', 'ready']);

/**
 * Creates a span for each request, with a child span for each of its steps. Health probes have no span, and neither
 * have verifications without a step, an error or a parent. The spans are created after the response, so that they do
 * not delay it. `parentOf` parses a `traceparent`.
 */
export function requestSpans(
  tracer: Tracer,
  parentOf: (traceparent: string) => Context | null,
  log: Log,
): RequestObserver {
  const write = (request: FinishedRequest) => {
    const { api, operation, error, startedAt, durationMs, timings, traceparent } = request;
    if (api === 'rest' && probes.has(operation)) return;
    // There are thousands of verifications a second. Without a step, one is only useful in the trace of its client.
    if (operation === 'verify' && traceparent === null && !error && timings.steps.length === 0) return;
    const parent = (traceparent === null ? null : parentOf(traceparent)) ?? ROOT_CONTEXT;
    // The wall clock of now: `performance.timeOrigin` does not include later corrections of the clock.
    const origin = Date.now() - performance.now();
    const span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER, startTime: origin + startedAt }, parent);
    // If a sampler drops the span, the attributes are not computed.
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
      log.error({ err: error }, 'the trace of a request could not be written');
    }
  };
}

/**
 * Built from closed lists only: the HTTP parser accepts only known methods, and the operation name in a GraphQL
 * document is chosen by the client.
 */
function nameOf({ api, operation, method, route }: FinishedRequest): string {
  if (api === 'graphql') return `GraphQL ${operation}`;
  return route === null ? method : `${method} ${route}`;
}

/** OpenTelemetry's attributes for HTTP, without client data: the path, the address and the user agent. */
function attributesOf(request: FinishedRequest): Attributes {
  const { requestId, api, operation, method, route, status, error, aborted } = request;
  return {
    'http.request.method': method,
    ...(route !== null && { 'http.route': route }),
    ...(!aborted && { 'http.response.status_code': status }),
    ...(isFault(request) && { 'error.type': error?.code ?? String(status) }),
    'gatehouse.api': api,
    'gatehouse.operation': operation,
    ...(aborted ? { 'gatehouse.aborted': true } : { 'gatehouse.code': error?.code ?? 'success' }),
    ...(error?.limit && { 'gatehouse.limit': error.limit }),
    'gatehouse.request_id': requestId,
  };
}

/** Whether the server is at fault, not the client. GraphQL answers some of these errors with status 200. */
function isFault({ status, error, aborted }: FinishedRequest): boolean {
  return !aborted && (error?.status ?? status) >= 500;
}
