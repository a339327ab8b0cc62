import { auditSettings } from '../audit/audit.settings';
import { forwardAuthSettings } from '../auth/forward-auth.settings';
import { databaseOf, databaseSettings } from '../db/database.settings';
import { encryptionSettings } from '../encryption/encryption.settings';
import { graphqlSettings } from '../graphql/graphql.settings';
import { httpSettings } from '../http/http.settings';
import { metricsOf, observabilitySettings, tracesOf } from '../observability/observability.settings';
import { passwordsSettings } from '../passwords/passwords.settings';
import { rateLimitsOf, rateLimitsSettings } from '../rate-limits/rate-limits.settings';
import { runtimeSettings } from '../runtime/runtime.settings';
import { sessionsSettings } from '../sessions/sessions.settings';
import { tokensSettings } from '../tokens/tokens.settings';
import { type MisspelledVariable, mergeSettings } from './merge-settings';
import type { Variables } from './setting';

/** The settings of every feature, in the order of the reference. A new setting is declared in its feature only. */
export const featureSettings = [
  httpSettings,
  databaseSettings,
  encryptionSettings,
  tokensSettings,
  forwardAuthSettings,
  sessionsSettings,
  passwordsSettings,
  rateLimitsSettings,
  auditSettings,
  observabilitySettings,
  runtimeSettings,
  graphqlSettings,
] as const;

const merged = mergeSettings(featureSettings);

export const settings = merged.documentation;

/** All settings. A `Config` can be printed: every secret in it is a `Secret`. */
export interface Config extends Readonly<ReturnType<typeof resolve>> {
  /** Variables that are not settings, but have a name similar to a setting. */
  readonly misspelled: readonly MisspelledVariable[];
}

function resolve(values: ReturnType<typeof merged.read>['values']) {
  const publicUrl = values.publicUrl ?? `http://localhost:${values.port}`;
  return {
    ...values,
    publicUrl,
    jwtAudience: values.jwtAudience ?? publicUrl,
    explorer: values.explorer ?? !values.production,
    // All connections from a proxy have the same address, so a limit per address would limit all clients together.
    maxConnectionsPerAddress: values.trustProxy > 0 ? null : values.maxConnectionsPerAddress,
    database: databaseOf(values.database),
    metrics: metricsOf(values.metrics),
    traces: tracesOf(values.traces),
    rateLimits: rateLimitsOf(values.rateLimits),
  };
}

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws ConfigError with one line for each problem
 */
export function readConfig(env: Variables): Config {
  const { values, misspelled } = merged.read(env);
  return { ...resolve(values), misspelled };
}
