import { legacyMetrics } from '../features/legacy/legacy.metrics';
import type { OldService } from '../features/legacy/old-service';
import type { ClientAuthenticator } from '../features/oauth-clients/client-authenticator';
import { oauthClientMetrics } from '../features/oauth-clients/oauth-clients.metrics';
import type { OAuthTokenService } from '../features/oauth-clients/oauth-token.service';
import type { BreachedPasswords } from '../features/passwords/breached-passwords';
import type { HashQueue } from '../features/passwords/hash-queue';
import { hashQueueMetrics } from '../features/passwords/hash-queue.metrics';
import type { PasswordCheck } from '../features/passwords/password-check';
import { passwordCheckMetrics } from '../features/passwords/password-check.metrics';
import type { PasswordPolicy } from '../features/passwords/password-policy';
import { passwordPolicyMetrics } from '../features/passwords/password-policy.metrics';
import type { Revocations } from '../features/sessions/revocations';
import { revocationMetrics } from '../features/sessions/revocations.metrics';
import { auditMetrics } from '../platform/audit/audit.metrics';
import type { AuditLog } from '../platform/audit/audit-log';
import { databasePoolMetrics } from '../platform/db/pool.metrics';
import type { Readiness } from '../platform/health/readiness';
import { readinessMetrics } from '../platform/health/readiness.metrics';
import type { ClockWatch } from '../platform/instances/clock-watch';
import { instanceMetrics } from '../platform/instances/instances.metrics';
import type { CleanUp } from '../platform/jobs/clean-up';
import { cleanUpMetrics } from '../platform/jobs/clean-up.metrics';
import type { MailDelivery } from '../platform/messages/mail-delivery';
import { messageMetrics } from '../platform/messages/messages.metrics';
import type { CountedMails } from '../platform/messages/waiting-mails';
import { buildInfoMetrics } from '../platform/observability/build-info.metrics';
import type { Metric } from '../platform/observability/metric';
import type { RateLimits } from '../platform/rate-limits/rate-limits';
import { rateLimitMetrics } from '../platform/rate-limits/rate-limits.metrics';
import type { Stores } from './stores';

export interface MetricSources {
  audit: AuditLog;
  passwordCheck: PasswordCheck;
  passwordPolicy: PasswordPolicy;
  /** Null if the setting `BREACHED_PASSWORDS` is off. */
  breached: BreachedPasswords | null;
  /** Null without `LEGACY_URL`. */
  legacy: { oldService: OldService | null };
  cleanUp: CleanUp;
  clocks: ClockWatch;
  readiness: Readiness;
  hashQueue: HashQueue;
  revocations: Revocations;
  oauthClients: ClientAuthenticator;
  oauthTokens: OAuthTokenService;
  rateLimits: RateLimits;
  mailDelivery: MailDelivery | null;
  waitingMails(): Promise<CountedMails>;
  /** Null without `REDIS_URL`. */
  redis: { isUp(): boolean } | null;
  stores: Pick<Stores, 'pool' | 'primaryChanges' | 'readCounts'>;
}

/** Returns the metrics of all features, except the metrics of HTTP. */
export function collectMetrics(sources: MetricSources): Metric[] {
  const { stores } = sources;
  return [
    ...buildInfoMetrics(),
    ...auditMetrics(sources.audit),
    ...passwordCheckMetrics(sources.passwordCheck),
    ...passwordPolicyMetrics(sources.passwordPolicy, sources.breached),
    ...legacyMetrics(sources.legacy.oldService),
    ...cleanUpMetrics(sources.cleanUp),
    ...readinessMetrics(sources.readiness),
    ...hashQueueMetrics(sources.hashQueue),
    ...revocationMetrics(sources.revocations),
    ...oauthClientMetrics(sources.oauthClients, sources.oauthTokens),
    ...rateLimitMetrics(() => sources.redis?.isUp() ?? true, sources.rateLimits),
    ...messageMetrics(sources.mailDelivery, sources.waitingMails),
    ...instanceMetrics(sources.clocks),
    ...databasePoolMetrics(stores.pool, stores.primaryChanges, stores.readCounts),
  ];
}
