import { accountDeletionSettings } from '../../features/account-deletion/account-deletion.settings';
import { administrationSettings, adminOf } from '../../features/administration/administration.settings';
import { forwardAuthSettings } from '../../features/auth/forward-auth.settings';
import { emailVerificationSettings } from '../../features/email-verification/email-verification.settings';
import { federationSettings } from '../../features/federation/federation.settings';
import { impersonationSettings } from '../../features/impersonation/impersonation.settings';
import { legacySettings } from '../../features/legacy/legacy.settings';
import { mfaSettings } from '../../features/mfa/mfa.settings';
import { passkeysSettings } from '../../features/passkeys/passkeys.settings';
import { importedPasswordsSettings } from '../../features/passwords/imported-passwords.settings';
import { passwordPolicySettings } from '../../features/passwords/password-policy.settings';
import { passwordsSettings } from '../../features/passwords/passwords.settings';
import { sessionsSettings } from '../../features/sessions/sessions.settings';
import { tokensSettings } from '../../features/tokens/tokens.settings';
import { pagesSettings } from '../../pages/pages.settings';
import { auditSettings } from '../audit/audit.settings';
import { databaseOf, databaseSettings } from '../db/database.settings';
import { emailOf, emailSettings } from '../email/email.settings';
import { encryptionSettings } from '../encryption/encryption.settings';
import { graphqlSettings } from '../graphql/graphql.settings';
import { httpSettings } from '../http/http.settings';
import { metricsOf, observabilitySettings, tracesOf } from '../observability/observability.settings';
import { oneTimeTokensSettings } from '../one-time-tokens/one-time-tokens.settings';
import { rateLimitsOf, rateLimitsSettings } from '../rate-limits/rate-limits.settings';
import { runtimeSettings } from '../runtime/runtime.settings';
import { type MisspelledVariable, mergeSettings } from './merge-settings';
import type { Variables } from './setting';

/** The settings of every feature, in the order of the reference. A new setting is declared in its feature only. */
export const featureSettings = [
  httpSettings,
  databaseSettings,
  encryptionSettings,
  tokensSettings,
  forwardAuthSettings,
  emailVerificationSettings,
  accountDeletionSettings,
  administrationSettings,
  impersonationSettings,
  mfaSettings,
  passkeysSettings,
  sessionsSettings,
  pagesSettings,
  passwordPolicySettings,
  passwordsSettings,
  legacySettings,
  importedPasswordsSettings,
  emailSettings,
  oneTimeTokensSettings,
  rateLimitsSettings,
  auditSettings,
  observabilitySettings,
  runtimeSettings,
  graphqlSettings,
  federationSettings,
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
    passkeyRpId: values.passkeyRpId ?? new URL(publicUrl).hostname,
    explorer: values.explorer ?? !values.production,
    // All connections from a proxy have the same address, so a limit per address would limit all clients together.
    maxConnectionsPerAddress: values.trustProxy > 0 ? null : values.maxConnectionsPerAddress,
    admin: adminOf(values.admin, values.production),
    database: databaseOf(values.database),
    email: emailOf(values.email, values.production),
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
