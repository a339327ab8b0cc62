import * as accountDeletion from './features/account-deletion/account-deletion.operations';
import * as adminAudit from './features/admin-audit/admin-audit.operations';
import * as adminInstallation from './features/admin-installation/admin-installation.operations';
import * as adminMessages from './features/admin-messages/admin-messages.operations';
import * as adminUsers from './features/admin-users/admin-users.operations';
import * as account from './features/auth/account.operations';
import * as auth from './features/auth/auth.operations';
import * as forwardAuth from './features/auth/forward-auth.operations';
import * as documents from './features/documents/documents.operations';
import * as emailChange from './features/email-change/email-change.operations';
import { EmailChangeStore } from './features/email-change/email-change.store';
import { emailChangeCleanUp } from './features/email-change/email-change-clean-up';
import * as emailVerification from './features/email-verification/email-verification.operations';
import { PendingRegistrationStore } from './features/email-verification/pending-registration.store';
import { pendingRegistrationCleanUp } from './features/email-verification/pending-registration-clean-up';
import * as federation from './features/federation/federation.operations';
import * as impersonation from './features/impersonation/impersonation.operations';
import { AccountStore } from './features/imports/account.store';
import { legacyMetrics } from './features/legacy/legacy.metrics';
import { LegacyAccountStore } from './features/legacy/legacy-account.store';
import { FactorStore } from './features/mfa/factor.store';
import * as mfa from './features/mfa/mfa.operations';
import * as stepUp from './features/mfa/step-up.operations';
import { OAuthClientStore } from './features/oauth-clients/oauth-client.store';
import { oauthClientMetrics } from './features/oauth-clients/oauth-clients.metrics';
import * as oauthClients from './features/oauth-clients/oauth-clients.operations';
import { PasskeyStore } from './features/passkeys/passkey.store';
import * as passkeys from './features/passkeys/passkeys.operations';
import { SpentChallengeStore } from './features/passkeys/spent-challenge.store';
import { spentChallengeCleanUp } from './features/passkeys/spent-challenge-clean-up';
import * as passwords from './features/password-reset/passwords.operations';
import { hashQueueMetrics } from './features/passwords/hash-queue.metrics';
import { passwordCheckMetrics } from './features/passwords/password-check.metrics';
import { passwordPolicyMetrics } from './features/passwords/password-policy.metrics';
import { PasswordSchemeStore } from './features/passwords/password-scheme.store';
import { SignerKeyStore } from './features/passwords/signer-key.store';
import * as profile from './features/profile/profile.operations';
import { AllSessionsStore } from './features/sessions/all-sessions.store';
import { ImpersonationStore } from './features/sessions/impersonation.store';
import { PageCookieStore } from './features/sessions/page-cookie.store';
import { revocationMetrics } from './features/sessions/revocations.metrics';
import { SessionStore } from './features/sessions/session.store';
import { SessionCleanUpStore } from './features/sessions/session-clean-up.store';
import { SigningKeyStore } from './features/tokens/signing-key.store';
import { UserStore } from './features/users/user.store';
import { UserChangesStore } from './features/users/user-changes.store';
import { UserListStore } from './features/users/user-list.store';
import { auditMetrics } from './platform/audit/audit.metrics';
import { AuditStore } from './platform/audit/audit.store';
import { AuditErasureStore } from './platform/audit/audit-erasure.store';
import { databasePoolMetrics } from './platform/db/pool.metrics';
import { DerivationKeyStore } from './platform/encryption/derivation-key.store';
import * as health from './platform/health/health.operations';
import { readinessMetrics } from './platform/health/readiness.metrics';
import { instanceMetrics } from './platform/instances/instances.metrics';
import { cleanUpMetrics } from './platform/jobs/clean-up.metrics';
import { JobStore } from './platform/jobs/job.store';
import { MessageStore } from './platform/messages/message.store';
import { messageCleanUp } from './platform/messages/message-clean-up';
import { messageMetrics } from './platform/messages/messages.metrics';
import { buildInfoMetrics } from './platform/observability/build-info.metrics';
import { OneTimeTokenStore } from './platform/one-time-tokens/one-time-token.store';
import { oneTimeTokenCleanUp } from './platform/one-time-tokens/one-time-token-clean-up';
import type { Operation } from './platform/operations/define-operation';
import { KnownNetworkStore } from './platform/rate-limits/known-network.store';
import { rateLimitCleanUp } from './platform/rate-limits/rate-limit-clean-up';
import { rateLimitMetrics } from './platform/rate-limits/rate-limits.metrics';

type OperationsIn<Module> = Extract<Module[keyof Module], Operation>;

/** The operations that a module of declarations exports, sorted by name: the exports of a module have no order. */
const operationsIn = <Module extends object>(module: Module): OperationsIn<Module>[] =>
  Object.values(module)
    .filter((one): one is OperationsIn<Module> => typeof one === 'object')
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** All operations, in the order of the documentation. */
export const operations = [
  ...operationsIn(auth),
  ...operationsIn(mfa),
  ...operationsIn(stepUp),
  ...operationsIn(passkeys),
  ...operationsIn(account),
  ...operationsIn(emailVerification),
  ...operationsIn(passwords),
  ...operationsIn(emailChange),
  ...operationsIn(profile),
  ...operationsIn(accountDeletion),
  ...operationsIn(forwardAuth),
  ...operationsIn(oauthClients),
  ...operationsIn(documents),
  ...operationsIn(health),
  ...operationsIn(federation),
  ...operationsIn({ ...adminUsers, ...adminAudit, ...adminMessages, ...adminInstallation, ...impersonation }),
];

/** The classes of the stores, by the name of the store. */
export const storeClasses = {
  users: UserStore,
  userChanges: UserChangesStore,
  userLists: UserListStore,
  accounts: AccountStore,
  factors: FactorStore,
  passkeys: PasskeyStore,
  spentChallenges: SpentChallengeStore,
  emailChanges: EmailChangeStore,
  pendingRegistrations: PendingRegistrationStore,
  signingKeys: SigningKeyStore,
  sessions: SessionStore,
  allSessions: AllSessionsStore,
  pageCookies: PageCookieStore,
  impersonations: ImpersonationStore,
  oneTimeTokens: OneTimeTokenStore,
  messages: MessageStore,
  audit: AuditStore,
  jobs: JobStore,
  auditErasure: AuditErasureStore,
  sessionCleanUp: SessionCleanUpStore,
  knownNetworks: KnownNetworkStore,
  legacyAccounts: LegacyAccountStore,
  derivationKeys: DerivationKeyStore,
  oauthClients: OAuthClientStore,
  passwordSchemes: PasswordSchemeStore,
  signerKeys: SignerKeyStore,
};

/** What the clean-up removes, apart from what needs a setting or a service: the audit, sessions and deleted accounts. */
export const cleanUpSteps = [
  ...rateLimitCleanUp,
  ...oneTimeTokenCleanUp,
  ...messageCleanUp,
  ...emailChangeCleanUp,
  ...pendingRegistrationCleanUp,
  ...spentChallengeCleanUp,
];

/** The metrics, except those of HTTP. Each function names the services that it reads. */
export const metrics = [
  buildInfoMetrics,
  auditMetrics,
  passwordCheckMetrics,
  passwordPolicyMetrics,
  legacyMetrics,
  cleanUpMetrics,
  readinessMetrics,
  hashQueueMetrics,
  revocationMetrics,
  oauthClientMetrics,
  rateLimitMetrics,
  messageMetrics,
  instanceMetrics,
  databasePoolMetrics,
];

/** The name of an operation. Logs, metrics and traces also have `page`, `linkPage`, `explorer`, `several`, `introspection` and `other`. */
export type OperationName = (typeof operations)[number]['name'];
