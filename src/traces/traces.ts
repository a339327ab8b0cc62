import { setTimeout as delay } from 'node:timers/promises';
import { DiagLogLevel, diag, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Secret } from '../config';
import type { RequestObserver } from '../http/finished-request';
import type { Log } from '../log';
import { Delivery } from './delivery';
import { requestSpans } from './request-spans';

/** How long a stop waits for what is left to be sent, in ms. */
const lastSendMs = 1000;

export interface Traces {
  observe: RequestObserver;
  /** Sends what is left, if the collector takes it within a second. */
  close(): Promise<void>;
}

/**
 * Sends the spans of requests to an OpenTelemetry collector, as JSON over HTTP. What the standard `OTEL_*` variables say
 * of samplers, batches, headers and resources the SDK reads for itself. It is loaded here, so that whoever wants no
 * traces does not wait for it.
 */
export async function openTraces({ url }: { url: Secret }, log: Log): Promise<Traces> {
  const [core, resources, sdk, otlp] = await Promise.all([
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const delivery = new Delivery(log);
  listenToSdk(delivery, log);
  const exporter = new otlp.OTLPTraceExporter({ url: url.reveal() });
  const watched: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        if (code === core.ExportResultCode.SUCCESS) delivery.sent();
        else delivery.failed(error, spans.length);
        // It has been told here, and the SDK would tell the whole of it.
        done({ code: core.ExportResultCode.SUCCESS });
      }),
    shutdown: () => exporter.shutdown(),
  };
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': 'gatehouse' }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(watched)],
  });
  const parentOf = (traceparent: string) => {
    const parent = core.parseTraceParent(traceparent);
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

/** What it says holds values of variables, and of what a collector answered: only a variable's name goes to the log. */
function listenToSdk(delivery: Delivery, log: Log): void {
  const hear = (message: string) => {
    const [variable] = message.match(/\bOTEL_[A-Z_]+/) ?? [];
    const [, dropped] = message.match(/^Dropped (\d+) spans/) ?? [];
    if (dropped !== undefined) delivery.dropped(Number(dropped));
    else if (variable !== undefined) log.warn({ variable }, 'is not valid: its default is taken');
  };
  const ignore = () => {};
  const logger = { error: hear, warn: hear, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
