import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { FinishedRequest, RequestObserver } from '../http/finished-request';
import type { Log } from '../log';
import type { Operation } from '../operations';

const probes = new Set<Operation>(['alive', 'ready']);

/**
 * A span for each request, with one for each of its steps below it; a health probe has none, nor has
 * a verification of which there is nothing to tell. Made when the request has ended, so that a request pays for it after
 * its answer. `parentOf` reads a `traceparent`.
 */
export function requestSpans(
  tracer: Tracer,
  parentOf: (traceparent: string) => Context | null,
  log: Log,
): RequestObserver {
  const write = (request: FinishedRequest) => {
    const { door, operation, error, startedAt, durationMs, trail, traceparent } = request;
    if (door === 'rest' && probes.has(operation)) return;
    // Asked thousands of times a second, and without a step: of use in the trace of whoever asked alone.
    if (operation === 'verify' && traceparent === null && !error && trail.steps.length === 0) return;
    const parent = (traceparent === null ? null : parentOf(traceparent)) ?? ROOT_CONTEXT;
    // The clock of today: the one since the start of the process does not know when the other was set.
    const origin = Date.now() - performance.now();
    const span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER, startTime: origin + startedAt }, parent);
    // Of a hundred verifications a sampler may choose one: the others pay for no more than that.
    if (!span.isRecording()) return;
    span.setAttributes(attributesOf(request));
    const context = trace.setSpan(parent, span);
    for (const step of trail.steps) {
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
 * Of closed lists alone: the parser takes no method that it does not know, and an operation's name in a GraphQL document
 * is the client's.
 */
function nameOf({ door, operation, method, route }: FinishedRequest): string {
  if (door === 'graphql') return `GraphQL ${operation}`;
  return route === null ? method : `${method} ${route}`;
}

/** By OpenTelemetry's conventions for HTTP, save for what was sent: the path, the address and the client's name. */
function attributesOf(request: FinishedRequest): Attributes {
  const { requestId, door, operation, method, route, status, error, aborted } = request;
  return {
    'http.request.method': method,
    ...(route !== null && { 'http.route': route }),
    ...(!aborted && { 'http.response.status_code': status }),
    ...(isFault(request) && { 'error.type': error?.code ?? String(status) }),
    'gatehouse.door': door,
    'gatehouse.operation': operation,
    ...(aborted ? { 'gatehouse.aborted': true } : { 'gatehouse.code': error?.code ?? 'success' }),
    ...(error?.limit && { 'gatehouse.limit': error.limit }),
    'gatehouse.request_id': requestId,
  };
}

/** Ours, not the client's. GraphQL answers 200 to some of them. */
function isFault({ status, error, aborted }: FinishedRequest): boolean {
  return !aborted && (error?.status ?? status) >= 500;
}
