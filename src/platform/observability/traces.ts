import { setTimeout as delay } from 'node:timers/promises';
import { DiagLogLevel, diag, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { RequestObserver } from '../request/finished-request';
import type { Log } from './log';
import type { TracesConfig } from './observability.settings';
import { requestSpans } from './request-spans';
import { Delivery } from './trace-delivery';

/** How long `close` waits until the remaining spans are sent, in ms. */
const lastSendMs = 1000;

export interface Traces {
  observe: RequestObserver;
  /** Sends the remaining spans. Waits at most one second. */
  close(): Promise<void>;
}

/**
 * Sends the spans of requests to an OpenTelemetry collector, as JSON over HTTP. The SDK itself reads the standard
 * `OTEL_*` variables for samplers, batches, headers and resources.
 */
export function openTraces({ url }: Pick<TracesConfig, 'url'>, log: Log): Traces {
  const delivery = new Delivery(log);
  listenToSdk(delivery, log);
  const exporter = new OTLPTraceExporter({ url: url.reveal() });
  const watched: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        if (code === ExportResultCode.SUCCESS) delivery.sent();
        else delivery.failed(error, spans.length);
        // Reports success, because the failure is already logged and the SDK would log the whole error.
        done({ code: ExportResultCode.SUCCESS });
      }),
    shutdown: () => exporter.shutdown(),
  };
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'gatehouse' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(watched)],
  });
  const parentOf = (traceparent: string) => {
    const parent = parseTraceParent(traceparent);
    return parent && trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
  };
  return {
    observe: requestSpans(provider.getTracer('gatehouse'), parentOf, log),
    async close() {
      const all = provider.shutdown().then(
        () => true,
        () => false,
      );
      const isSent = await Promise.race([all, delay(lastSendMs, false, { ref: false })]);
      if (!isSent) delivery.failed(null, 0);
      diag.disable();
    },
  };
}

/** Logs only names of variables: messages of the SDK contain their values and responses of the collector. */
function listenToSdk(delivery: Delivery, log: Log): void {
  const onMessage = (message: string) => {
    const [variable] = message.match(/\bOTEL_[A-Z_]+/) ?? [];
    const [, dropped] = message.match(/^Dropped (\d+) spans/) ?? [];
    if (dropped !== undefined) delivery.dropped(Number(dropped));
    else if (variable !== undefined) log.warn({ variable }, 'this variable is not valid: its default is used');
  };
  const ignore = () => {};
  const logger = { error: onMessage, warn: onMessage, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
