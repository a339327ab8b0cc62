import { adminOf } from '../accounts/admin-access/admin-access.settings';
import { providersOf } from '../accounts/providers/providers.settings';
import { type MisspelledVariable, mergeSettings } from '../platform/config/merge-settings';
import type { Variables } from '../platform/config/setting';
import { databaseOf } from '../platform/db/database.settings';
import { emailOf } from '../platform/email/email.settings';
import { metricsOf, tracesOf } from '../platform/observability/observability.settings';
import { rateLimitsOf } from '../platform/rate-limits/rate-limits.settings';
import { featureSettings } from './features';

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
    passkeyRpId: values.passkeyRpId ?? new URL(publicUrl).hostname,
    explorer: values.explorer ?? !values.production,
    // All connections from a proxy have the same address, so a limit per address would limit all clients together.
    maxConnectionsPerAddress: values.trustProxy > 0 ? null : values.maxConnectionsPerAddress,
    admin: adminOf(values.admin, values.production),
    database: databaseOf(values.database),
    providers: providersOf(values.providers),
    email: emailOf(values.email, values),
    metrics: metricsOf(values.metrics),
    traces: tracesOf(values.traces),
    rateLimits: rateLimitsOf(values.rateLimits, values.limits),
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
