import { auditMetrics } from '../audit/audit.metrics';
import type { AuditLog } from '../audit/audit-log';
import { databasePoolMetrics } from '../db/pool.metrics';
import type { Readiness } from '../health/readiness';
import { readinessMetrics } from '../health/readiness.metrics';
import { instanceMetrics } from '../instances/instances.metrics';
import type { CleanUp } from '../jobs/clean-up';
import { cleanUpMetrics } from '../jobs/clean-up.metrics';
import { legacyMetrics } from '../legacy/legacy.metrics';
import type { OldService } from '../legacy/old-service';
import type { MailDelivery } from '../messages/mail-delivery';
import { messageMetrics } from '../messages/messages.metrics';
import type { CountedMails } from '../messages/waiting-mails';
import type { ClientAuthenticator } from '../oauth-clients/client-authenticator';
import { oauthClientMetrics } from '../oauth-clients/oauth-clients.metrics';
import type { OAuthTokenService } from '../oauth-clients/oauth-token.service';
import { buildInfoMetrics } from '../observability/build-info.metrics';
import type { Metric } from '../observability/metric';
import type { BreachedPasswords } from '../passwords/breached-passwords';
import type { HashQueue } from '../passwords/hash-queue';
import { hashQueueMetrics } from '../passwords/hash-queue.metrics';
import type { PasswordCheck } from '../passwords/password-check';
import { passwordCheckMetrics } from '../passwords/password-check.metrics';
import type { PasswordPolicy } from '../passwords/password-policy';
import { passwordPolicyMetrics } from '../passwords/password-policy.metrics';
import type { RateLimits } from '../rate-limits/rate-limits';
import { rateLimitMetrics } from '../rate-limits/rate-limits.metrics';
import type { Revocations } from '../sessions/revocations';
import { revocationMetrics } from '../sessions/revocations.metrics';
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
  stores: Pick<Stores, 'pool' | 'primaryChanges' | 'clock' | 'readCounts'>;
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
    ...instanceMetrics(stores.clock),
    ...databasePoolMetrics(stores.pool, stores.primaryChanges, stores.readCounts),
  ];
}
