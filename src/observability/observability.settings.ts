import { z } from 'zod';
import { Secret } from '../config/secret';
import { integer, oneOf, optional, secretUrl, setting, text } from '../config/setting';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const collectorUrl = optional(secretUrl(['http:', 'https:'], 'must be an http:// or https:// URL'));
const otlpProtocol = oneOf(
  ['http/json'],
  'must be http/json: traces are sent as JSON over HTTP, mostly to port 4318 of a collector',
).default('http/json');

export const observabilitySettings = {
  logLevel: setting('LOG_LEVEL', oneOf(logLevels).default('info'), `one of ${logLevels.join(', ')}`),
  metrics: {
    port: setting(
      'METRICS_PORT',
      optional(integer(1, 65535)),
      'where Prometheus scrapes `/metrics`; see [Monitor](../how-to/monitor/README.md)',
    ),
    host: setting(
      'METRICS_HOST',
      text.default('127.0.0.1'),
      'the address of that port; in a container `0.0.0.0`, with a port that only Prometheus can reach',
    ),
  },
  traces: {
    endpoint: setting(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      collectorUrl,
      "an OpenTelemetry collector's http:// or https:// URL, for traces; see [Monitor](../how-to/monitor/README.md)",
    ),
    tracesEndpoint: setting(
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      collectorUrl,
      'the complete URL for traces; it takes precedence',
      {
        defaultText: '`OTEL_EXPORTER_OTLP_ENDPOINT`/v1/traces',
      },
    ),
    protocol: setting(
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      otlpProtocol,
      'only `http/json`: traces are sent as JSON over HTTP, which collectors accept on port 4318',
    ),
    tracesProtocol: setting('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', otlpProtocol, 'the same, only for traces'),
    exporter: setting(
      'OTEL_TRACES_EXPORTER',
      oneOf(['otlp', 'none'], 'must be otlp or none').default('otlp'),
      '`otlp`, or `none` for no traces',
    ),
    disabled: setting(
      'OTEL_SDK_DISABLED',
      z
        .string()
        .regex(/^(true|false)$/i, 'must be true or false')
        .transform((value) => value.toLowerCase() === 'true')
        .default(false),
      '`true` for no traces',
    ),
  },
};

/** Where Prometheus scrapes; null: nowhere. */
export const metricsOf = ({ port, host }: { port: number | null; host: string }) =>
  port === null ? null : { host, port };

/** Where traces are sent, and what OpenTelemetry's SDK sends them with; null: nowhere. */
export function tracesOf(values: {
  endpoint: Secret | null;
  tracesEndpoint: Secret | null;
  exporter: 'otlp' | 'none';
  disabled: boolean;
}): { readonly url: Secret } | null {
  if (values.disabled || values.exporter === 'none') return null;
  if (values.tracesEndpoint) return { url: values.tracesEndpoint };
  if (!values.endpoint) return null;
  const url = new URL(values.endpoint.reveal());
  url.pathname = url.pathname.replace(/\/*$/, '/v1/traces');
  return { url: new Secret(url.href) };
}
