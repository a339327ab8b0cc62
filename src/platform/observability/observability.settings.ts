import { z } from 'zod';
import { Secret } from '../config/secret';
import { flag, integer, oneOf, optional, secretUrl, settingsOn, text } from '../config/setting';

const setting = settingsOn('observability');

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

const collectorUrl = optional(secretUrl(['http:', 'https:'], 'must be an http:// or https:// URL'));
const otlpProtocol = oneOf(
  ['http/json'],
  'must be http/json. Gatehouse sends traces as JSON over HTTP, usually to port 4318 of a collector',
).default('http/json');

export const observabilitySettings = {
  logLevel: setting(
    'LOG_LEVEL',
    oneOf(logLevels).default('info'),
    'The lowest level that is logged. The log is JSON, except in a terminal outside production.',
  ),
  metrics: {
    port: setting(
      'METRICS_PORT',
      optional(integer(1, 65535)),
      'The port of `/metrics` for Prometheus. Without it, there are no metrics. See [Monitor](../operate/monitor.md).',
    ),
    host: setting(
      'METRICS_HOST',
      text.default('127.0.0.1'),
      'The IP address that `METRICS_PORT` listens on; in a container, `0.0.0.0`.',
    ),
  },
  traces: {
    endpoint: setting(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      collectorUrl,
      'An OpenTelemetry collector, without the path. By default, no traces are sent.',
      { example: 'http://collector:4318' },
    ),
    tracesEndpoint: setting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', collectorUrl, 'The complete URL for traces.', {
      defaultText: '`OTEL_EXPORTER_OTLP_ENDPOINT`/v1/traces',
      example: 'http://collector:4318/v1/traces',
    }),
    protocol: setting(
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      otlpProtocol,
      'The protocol of the collector: JSON over HTTP, usually on port 4318.',
    ),
    tracesProtocol: setting('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', otlpProtocol, 'The same for traces.'),
    exporter: setting(
      'OTEL_TRACES_EXPORTER',
      oneOf(['otlp', 'none'], 'must be otlp or none').default('otlp'),
      '`none` sends no traces.',
    ),
    disabled: setting(
      'OTEL_SDK_DISABLED',
      // In OpenTelemetry, the case of the two words does not matter.
      z
        .string()
        .transform((word) => (/^(true|false)$/i.test(word) ? word.toLowerCase() : word))
        .pipe(flag)
        .default(false),
      'With `true`, no traces are sent.',
    ),
  },
};

/** Returns where Prometheus scrapes. Null if METRICS_PORT is not set. */
export const metricsOf = ({ port, host }: { port: number | null; host: string }) =>
  port === null ? null : { host, port };

export interface TracesConfig {
  readonly url: Secret;
  /** The setting that asks for traces. */
  readonly setting: string;
}

/** Returns the URL for traces, with the precedence that OpenTelemetry specifies. Null if traces are off. */
export function tracesOf(values: {
  endpoint: Secret | null;
  tracesEndpoint: Secret | null;
  exporter: 'otlp' | 'none';
  disabled: boolean;
}): TracesConfig | null {
  if (values.disabled || values.exporter === 'none') return null;
  if (values.tracesEndpoint) return { url: values.tracesEndpoint, setting: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' };
  if (!values.endpoint) return null;
  const url = new URL(values.endpoint.reveal());
  url.pathname = url.pathname.replace(/\/*$/, '/v1/traces');
  return { url: new Secret(url.href), setting: 'OTEL_EXPORTER_OTLP_ENDPOINT' };
}
