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

/** Every feature that has settings, in the order of the documents. A new setting is written in its feature alone. */
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

/** Every setting, for the documents. */
export const settings = merged.documentation;

/** The settings, read once. A `Config` can be printed: every secret in it is a `Secret`. */
export interface Config extends Readonly<ReturnType<typeof resolve>> {
  /** Variables whose names are similar to a setting and are not settings. */
  readonly misspelled: readonly MisspelledVariable[];
}

/** Derives the values that depend on several settings. */
function resolve(values: ReturnType<typeof merged.read>['values']) {
  const publicUrl = values.publicUrl ?? `http://localhost:${values.port}`;
  return {
    ...values,
    publicUrl,
    jwtAudience: values.jwtAudience ?? publicUrl,
    explorer: values.explorer ?? !values.production,
    // A proxy opens the connections of all clients from one address.
    maxConnectionsPerAddress: values.trustProxy > 0 ? null : values.maxConnectionsPerAddress,
    database: databaseOf(values.database),
    metrics: metricsOf(values.metrics),
    traces: tracesOf(values.traces),
    rateLimits: rateLimitsOf(values.rateLimits),
  };
}

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws ConfigError with a line for every bad variable
 */
export function readConfig(env: Variables): Config {
  const { values, misspelled } = merged.read(env);
  return { ...resolve(values), misspelled };
}
