import type { RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import { AccountResolver } from './accounts/auth/account.graphql';
import { accountRoutes } from './accounts/auth/account.rest';
import { AuthResolver } from './accounts/auth/auth.graphql';
import { authRoutes } from './accounts/auth/auth.rest';
import { forwardAuthRoutes } from './accounts/auth/forward-auth.rest';
import { homeRoutes } from './accounts/documents/home.rest';
import { keySetRoutes } from './accounts/documents/key-set.rest';
import { openapiRoutes } from './accounts/documents/openapi.rest';
import { withOwnFields } from './accounts/users/user-fields.graphql';
import type { AdminServices } from './compose/administration';
import type { Config } from './compose/config';
import { operations } from './compose/features';
import type { Services } from './compose/services';
import { AccountDeletionResolver } from './features/account-deletion/account-deletion.graphql';
import { accountDeletionRoutes } from './features/account-deletion/account-deletion.rest';
import * as adminAuditOperations from './features/admin-audit/admin-audit.operations';
import * as adminInstallationOperations from './features/admin-installation/admin-installation.operations';
import * as adminMessagesOperations from './features/admin-messages/admin-messages.operations';
import { adminExportRoutes } from './features/admin-users/admin-export.rest';
import { adminUsersRoutes } from './features/admin-users/admin-users.rest';
import * as adminWebhooksOperations from './features/admin-webhooks/admin-webhooks.operations';
import { ApiKeysResolver } from './features/api-keys/api-keys.graphql';
import * as apiKeysOperations from './features/api-keys/api-keys.operations';
import { deviceRoutes } from './features/devices/devices.rest';
import { EmailChangeResolver } from './features/email-change/email-change.graphql';
import * as emailChangeOperations from './features/email-change/email-change.operations';
import { EmailLoginResolver } from './features/email-login/email-login.graphql';
import { emailLoginRoutes } from './features/email-login/email-login.rest';
import { EmailVerificationResolver } from './features/email-verification/email-verification.graphql';
import * as emailVerificationOperations from './features/email-verification/email-verification.operations';
import { IdentitiesResolver } from './features/identities/identities.graphql';
import { identitiesRoutes } from './features/identities/identities.rest';
import * as impersonationOperations from './features/impersonation/impersonation.operations';
import * as importOperations from './features/imports/imports.operations';
import { MfaResolver } from './features/mfa/mfa.graphql';
import { mfaRoutes } from './features/mfa/mfa.rest';
import { StepUpResolver } from './features/mfa/step-up.graphql';
import { stepUpRoutes } from './features/mfa/step-up.rest';
import * as clientAdministrationOperations from './features/oauth-clients/client-administration.operations';
import { ConnectedAppsResolver } from './features/openid/connected-apps.graphql';
import * as connectedAppsOperations from './features/openid/connected-apps.operations';
import { discoveryRoutes, discoveryRoutesOfPath } from './features/openid/discovery.rest';
import { oauthRoutes } from './features/openid/oauth-clients.rest';
import { ProtectedResourcesResolver } from './features/openid/protected-resources.graphql';
import * as protectedResourcesOperations from './features/openid/protected-resources.operations';
import { revocationRoutes } from './features/openid/revocations.rest';
import { tokenRoutes } from './features/openid/token.rest';
import { userinfoRoutes } from './features/openid/userinfo.rest';
import * as organizationAdministrationOperations from './features/organizations/organization-administration.operations';
import { OrganizationInvitationsResolver } from './features/organizations/organization-invitations.graphql';
import * as invitationOperations from './features/organizations/organization-invitations.operations';
import { OrganizationsResolver } from './features/organizations/organizations.graphql';
import * as organizationsOperations from './features/organizations/organizations.operations';
import { OwnDataResolver } from './features/own-data/own-data.graphql';
import { ownDataRoutes } from './features/own-data/own-data.rest';
import { PasskeysResolver } from './features/passkeys/passkeys.graphql';
import { passkeyRoutes, relatedOriginsRoutes } from './features/passkeys/passkeys.rest';
import { relatedOrigins } from './features/passkeys/relying-party';
import { PasswordResolver } from './features/password-change/password-change.graphql';
import { passwordRoutes } from './features/password-change/password-change.rest';
import { ProfileResolver } from './features/profile/profile.graphql';
import { profileRoutes } from './features/profile/profile.rest';
import { TelResolver } from './features/tel/tel.graphql';
import * as telOperations from './features/tel/tel.operations';
import * as telAdministrationOperations from './features/tel/tel-administration.operations';
import { buildSchemaOf } from './platform/graphql/build-schema';
import { publicRoots } from './platform/graphql/root-descriptions';
import { HealthResolver } from './platform/health/health.graphql';
import { healthRoutes } from './platform/health/health.rest';
import { createRefreshCookies } from './platform/http/refresh-cookie';
import { answerRoutes } from './platform/rest/answer.rest';
import type { RestRoute } from './platform/rest/rest-route';

export function restRoutes(
  services: Services,
  config: Pick<
    Config,
    | 'publicUrl'
    | 'loginPasswordRule'
    | 'corsOrigins'
    | 'cookieSameSite'
    | 'jwksMaxAgeS'
    | 'explorer'
    | 'passkeyOrigins'
    | 'clientMetadata'
    | 'organizations'
  > & { email: Pick<Config['email'], 'transport'>; pages: Pick<Config['pages'], 'areas'> },
  showHome: RequestHandler,
): RestRoute[] {
  const { auth, account, forwardAuth, oauthTokens, keys, readiness, revocations } = services;
  const cookies = createRefreshCookies(config);
  const documents = discoveryRoutes(config, services);
  const routes = [
    // First, because Express tries paths with parameters in this order, and proxies send many requests to these paths.
    ...forwardAuthRoutes(forwardAuth, config),
    ...authRoutes(auth, cookies, config, services.userFields?.fields),
    ...mfaRoutes(services.factors, services.loginCompletion, cookies),
    ...stepUpRoutes(services.stepUps),
    ...emailLoginRoutes(services.emailLogins, cookies),
    ...identitiesRoutes(services.providerLogins, services.identities, cookies),
    ...answerRoutes(connectedAppsOperations, services.connectedApps),
    ...answerRoutes(protectedResourcesOperations, services.protectedResources),
    ...tokenRoutes(() => services.openid().grants),
    ...(config.pages.areas.includes('sign-in') ? deviceRoutes(services.devices, config.publicUrl) : []),
    ...passkeyRoutes(services.passkeys, services.passkeyLogins, cookies),
    ...answerRoutes(apiKeysOperations, services.apiKeys),
    ...answerRoutes(organizationsOperations, services.organizations),
    ...answerRoutes(invitationOperations, services.organizationInvitations),
    ...accountRoutes(account, cookies),
    ...oauthRoutes(oauthTokens),
    ...revocationRoutes(oauthTokens),
    ...userinfoRoutes(services.userinfo),
    ...answerRoutes(emailVerificationOperations, services.emailVerification),
    ...passwordRoutes(services.passwordReset, services.passwordChange, cookies),
    ...answerRoutes(emailChangeOperations, services.emailChange),
    ...answerRoutes(telOperations, services.tel),
    ...profileRoutes(services.profile, account, services.userFields),
    ...ownDataRoutes(services.ownData),
    ...accountDeletionRoutes(services.accountDeletion, cookies),
    ...healthRoutes(readiness, revocations, config.email.transport),
    ...keySetRoutes(keys),
    ...documents,
    ...relatedOriginsRoutes(relatedOrigins(config), config.jwksMaxAgeS),
    ...homeRoutes(config, showHome),
  ];
  const server = { publicUrl: config.publicUrl, refreshCookie: cookies.name };
  return [
    ...routes,
    ...openapiRoutes(server, routes),
    ...discoveryRoutesOfPath(documents, config),
    ...(services.administration ? adminRoutes(services.administration, server) : []),
  ];
}

/** The routes below `/admin`. They have an OpenAPI document of their own, so that a proxy can close all of them by one prefix. */
export function adminRoutes(
  {
    userFields,
    users,
    userChanges,
    bulk,
    imports,
    exports,
    audit,
    clients,
    organizations,
    messages,
    webhooks,
    tel,
    installation,
    impersonation,
  }: AdminServices,
  server: { publicUrl: string; refreshCookie: string },
): RestRoute[] {
  const routes = [
    ...adminUsersRoutes({ users, userChanges, bulk, userFields }),
    ...answerRoutes(importOperations, imports),
    ...adminExportRoutes(exports, userFields),
    ...answerRoutes(adminAuditOperations, audit),
    ...answerRoutes(clientAdministrationOperations, clients),
    ...answerRoutes(organizationAdministrationOperations, organizations),
    ...answerRoutes(adminMessagesOperations, messages),
    ...answerRoutes(adminWebhooksOperations, webhooks),
    ...answerRoutes(telAdministrationOperations, tel),
    ...answerRoutes(adminInstallationOperations, installation),
    ...answerRoutes(impersonationOperations, impersonation),
  ];
  return [...routes, ...openapiRoutes({ ...server, isAdministration: true }, routes, 'GET /admin/openapi.json')];
}

/** Creates the executable schema of `/graphql`. The services validate the inputs, so that both APIs have the same rules. */
export function createSchema(services: Services): GraphQLSchema {
  const { federation } = services;
  const resolvers: object[] = [
    new AuthResolver(services.auth),
    new MfaResolver(services.factors, services.loginCompletion),
    new StepUpResolver(services.stepUps),
    new PasskeysResolver(services.passkeys, services.passkeyLogins),
    new EmailLoginResolver(services.emailLogins),
    new IdentitiesResolver(services.providerLogins, services.identities),
    new ConnectedAppsResolver(services.connectedApps),
    new ProtectedResourcesResolver(services.protectedResources),
    new ApiKeysResolver(services.apiKeys),
    new OrganizationsResolver(services.organizations),
    new OrganizationInvitationsResolver(services.organizationInvitations),
    new AccountResolver(services.account),
    new EmailVerificationResolver(services.emailVerification),
    new PasswordResolver(services.passwordReset, services.passwordChange),
    new EmailChangeResolver(services.emailChange),
    new ProfileResolver(services.profile),
    new TelResolver(services.tel),
    new OwnDataResolver(services.ownData),
    new AccountDeletionResolver(services.accountDeletion),
    new HealthResolver(services.readiness),
  ];
  if (federation) resolvers.push(createFederationResolver(federation));
  return withOwnFields(buildSchemaOf(resolvers, operations, publicRoots), services.userFields);
}

/** Loaded only if Gatehouse is a subgraph. */
function createFederationResolver(federation: NonNullable<Services['federation']>): object {
  const { FederationResolver } =
    require('./features/federation/federation.graphql') as typeof import('./features/federation/federation.graphql.js');
  return new FederationResolver(federation);
}
