import { administrationFeature } from '../accounts/admin-access/admin-access.feature';
import { authFeature } from '../accounts/auth/auth.feature';
import { documentsFeature } from '../accounts/documents/documents.feature';
import { hooksFeature } from '../accounts/hooks/hooks.feature';
import { passwordsFeature } from '../accounts/passwords/passwords.feature';
import { sessionsFeature } from '../accounts/sessions/sessions.feature';
import { tokensFeature } from '../accounts/tokens/tokens.feature';
import { usersFeature } from '../accounts/users/users.feature';
import { accountDeletionFeature } from '../features/account-deletion/account-deletion.feature';
import { adminAuditFeature } from '../features/admin-audit/admin-audit.feature';
import { adminInstallationFeature } from '../features/admin-installation/admin-installation.feature';
import { adminMessagesFeature } from '../features/admin-messages/admin-messages.feature';
import { adminUsersFeature } from '../features/admin-users/admin-users.feature';
import { adminWebhooksFeature } from '../features/admin-webhooks/admin-webhooks.feature';
import { apiKeysFeature } from '../features/api-keys/api-keys.feature';
import { devicesFeature } from '../features/devices/devices.feature';
import { emailChangeFeature } from '../features/email-change/email-change.feature';
import { emailLoginFeature } from '../features/email-login/email-login.feature';
import { emailVerificationFeature } from '../features/email-verification/email-verification.feature';
import { federationFeature } from '../features/federation/federation.feature';
import { identitiesFeature } from '../features/identities/identities.feature';
import { impersonationFeature } from '../features/impersonation/impersonation.feature';
import { importsFeature } from '../features/imports/imports.feature';
import { legacyFeature } from '../features/legacy/legacy.feature';
import { mfaFeature } from '../features/mfa/mfa.feature';
import { oauthClientsFeature } from '../features/oauth-clients/oauth-clients.feature';
import { openidFeature } from '../features/openid/openid.feature';
import { organizationsFeature } from '../features/organizations/organizations.feature';
import { ownDataFeature } from '../features/own-data/own-data.feature';
import { passkeysFeature } from '../features/passkeys/passkeys.feature';
import { passwordChangeFeature } from '../features/password-change/password-change.feature';
import { profileFeature } from '../features/profile/profile.feature';
import { setupFeature } from '../features/setup/setup.feature';
import { telFeature } from '../features/tel/tel.feature';
import { pagesFeature } from '../pages/pages.feature';
import { auditActions } from '../platform/audit/action';
import { auditFeature } from '../platform/audit/audit.feature';
import { challengesFeature } from '../platform/challenges/challenges.feature';
import { challengeOnOf } from '../platform/challenges/challenges.settings';
import { dbFeature } from '../platform/db/db.feature';
import type { FeatureTables } from '../platform/db/feature-table';
import { emailFeature } from '../platform/email/email.feature';
import { mailTemplates } from '../platform/email/mail-template';
import { encryptionFeature } from '../platform/encryption/encryption.feature';
import { rejectionReasons } from '../platform/errors/rejection-reason';
import { endReasons } from '../platform/errors/session-end';
import type { Feature } from '../platform/feature';
import { graphqlFeature } from '../platform/graphql/graphql.feature';
import { healthFeature } from '../platform/health/health.feature';
import { httpFeature } from '../platform/http/http.feature';
import { instancesFeature } from '../platform/instances/instances.feature';
import { jobsFeature } from '../platform/jobs/jobs.feature';
import { messagesFeature } from '../platform/messages/messages.feature';
import { observabilityFeature } from '../platform/observability/observability.feature';
import { oneTimeTokensFeature } from '../platform/one-time-tokens/one-time-tokens.feature';
import { type MailedLink, tokenPurposes } from '../platform/one-time-tokens/purpose';
import type { Operation } from '../platform/operations/define-operation';
import { rateLimits } from '../platform/rate-limits/limit-table';
import { rateLimitsFeature } from '../platform/rate-limits/rate-limits.feature';
import { limitSettingsOf } from '../platform/rate-limits/rate-limits.settings';
import { runtimeFeature } from '../platform/runtime/runtime.feature';
import type { Vocabulary } from '../platform/runtime/vocabulary';
import { smsFeature } from '../platform/sms/sms.feature';
import { webhookEventTypes } from '../platform/webhooks/event-type';
import { webhooksFeature } from '../platform/webhooks/webhooks.feature';

/** In the order of the documentation. */
export const features = [
  httpFeature,
  dbFeature,
  encryptionFeature,
  tokensFeature,
  authFeature,
  mfaFeature,
  passkeysFeature,
  sessionsFeature,
  emailVerificationFeature,
  hooksFeature,
  passwordChangeFeature,
  emailChangeFeature,
  emailLoginFeature,
  identitiesFeature,
  profileFeature,
  ownDataFeature,
  apiKeysFeature,
  organizationsFeature,
  telFeature,
  accountDeletionFeature,
  oauthClientsFeature,
  openidFeature,
  devicesFeature,
  documentsFeature,
  healthFeature,
  federationFeature,
  administrationFeature,
  adminUsersFeature,
  adminAuditFeature,
  adminMessagesFeature,
  adminWebhooksFeature,
  adminInstallationFeature,
  impersonationFeature,
  setupFeature,
  pagesFeature,
  passwordsFeature,
  legacyFeature,
  usersFeature,
  importsFeature,
  emailFeature,
  smsFeature,
  oneTimeTokensFeature,
  messagesFeature,
  webhooksFeature,
  rateLimitsFeature,
  challengesFeature,
  auditFeature,
  jobsFeature,
  instancesFeature,
  observabilityFeature,
  runtimeFeature,
  graphqlFeature,
] as const;

type Features = (typeof features)[number];
type All<Part extends keyof Feature> = Extract<Features, { [_ in Part]: unknown }>[Part];
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Each) => void
  ? Each
  : never;

/** Takes one part of every feature that has it. */
const all = <const Part extends keyof Feature>(part: Part): All<Part>[] =>
  features.flatMap((feature: Feature) => (feature[part] === undefined ? [] : [feature[part] as All<Part>]));

/** Of each module of a union. */
type OperationsIn<Module> = Module extends object ? Extract<Module[keyof Module], Operation> : never;

/** The operations that a module of declarations exports, sorted by name: the exports of a module have no order. */
const operationsIn = <Module extends object>(module: Module): OperationsIn<Module>[] =>
  Object.values(module)
    .filter((one): one is OperationsIn<Module> => typeof one === 'object')
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** Fills a vocabulary with the words of all features, and returns them by their names. */
function collect<Word extends { readonly name: string }, Table extends Readonly<Record<string, Word>>>(
  vocabulary: Vocabulary<Word>,
  tables: readonly Table[],
): Intersection<Table> {
  vocabulary.fill(tables);
  return Object.fromEntries(vocabulary.all().map((word) => [word.name, word])) as Intersection<Table>;
}

const limits = collect(rateLimits, all('limits'));

/** All actions of the audit, by their names. */
export const actionsByName = collect(auditActions, all('actions').flat());

/** All types of events of webhooks, by their names. */
export const eventTypesByName = collect(webhookEventTypes, all('events').flat());

/** All reasons of rejections, by their names. */
export const reasonsByName = collect(rejectionReasons, all('reasons').flat());

/** All ends of sessions, by their stored names. */
export const endsByName = collect(endReasons, all('ends').flat());

/** What a one-time token can allow, by its name. */
export const purposes = collect(tokenPurposes, all('purposes'));

mailTemplates.fill(all('mails'));

export const operations = all('operations').flatMap((modules) => modules.flatMap((module) => operationsIn(module)));

const challengeRules = operations.flatMap(({ challenge }: Operation) => challenge ?? []);

export const featureSettings = [...all('settings').flat(), limitSettingsOf(limits), challengeOnOf(challengeRules)];

/** The classes of the stores, by the name of the store. */
export const storeClasses = Object.assign({}, ...all('stores')) as Intersection<All<'stores'>>;

/** What a user gets of each table, by its name. */
export const tables: FeatureTables = Object.assign({}, ...all('tables'));

/** What the clean-up removes, apart from what needs a setting or a service: the audit, sessions and deleted accounts. */
export const cleanUpSteps = all('cleanUp').flat();

/** The metrics, except those of HTTP. */
export const metrics = all('metrics').flat();

/** The name of an operation. Logs, metrics and traces also have `page`, `linkPage`, `explorer`, `several`, `introspection` and `other`. */
export type OperationName = (typeof operations)[number]['name'];

type Purposes = typeof purposes;

/** The names of the purposes of the tokens that mails contain. */
export type MailedPurpose = {
  [Name in keyof Purposes]: Purposes[Name] extends { link: MailedLink } ? Name : never;
}[keyof Purposes];
