import type { AuditAction } from './audit/action';
import type { Settings } from './config/merge-settings';
import type { Queryable } from './db/database';
import type { FeatureTables } from './db/feature-table';
import type { MailTemplate } from './email/mail-template';
import type { RejectionReason } from './errors/rejection-reason';
import type { SessionEnd } from './errors/session-end';
import type { CleanUpStep } from './jobs/clean-up-step';
import type { Metric } from './observability/metric';
import type { TokenPurpose } from './one-time-tokens/purpose';
import type { RateLimit } from './rate-limits/limit-table';
import type { WebhookEventType } from './webhooks/event-type';

/** What a folder of `features/` or `platform/` adds to the lists of the whole: `<feature>.feature.ts` declares it. */
export interface Feature {
  settings?: readonly Settings[];
  /** The modules whose exports are operations. */
  operations?: readonly object[];
  /** What the audit records of it. */
  actions?: readonly Readonly<Record<string, AuditAction>>[];
  /** What webhooks tell of it. */
  events?: readonly Readonly<Record<string, WebhookEventType>>[];
  /** Why it rejects requests. */
  reasons?: readonly Readonly<Record<string, RejectionReason>>[];
  /** Why it ends sessions. */
  ends?: readonly Readonly<Record<string, SessionEnd>>[];
  /** The classes of its stores, by the name of the store. */
  stores?: Readonly<Record<string, new (queryable: Queryable) => object>>;
  /** Its rate limits. */
  limits?: Readonly<Record<string, RateLimit>>;
  /** What a user gets of its tables. */
  tables?: FeatureTables;
  /** What the clean-up removes, unless it needs a setting or a service. */
  cleanUp?: readonly CleanUpStep[];
  /** Each function names the services that it reads. */
  metrics?: readonly ((services: never) => Metric[])[];
  mails?: Readonly<Record<string, MailTemplate>>;
  /** What its one-time tokens allow. */
  purposes?: Readonly<Record<string, TokenPurpose>>;
}
