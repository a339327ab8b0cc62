import type { GraphQLSchema } from 'graphql';
import type { Services } from './compose';
import { operations } from './features';
import { AccountDeletionResolver } from './features/account-deletion/account-deletion.graphql';
import { accountDeletionRoutes } from './features/account-deletion/account-deletion.rest';
import { AdminAuditResolver } from './features/admin-audit/admin-audit.graphql';
import { adminAuditRoutes } from './features/admin-audit/admin-audit.rest';
import { AdminInstallationResolver } from './features/admin-installation/admin-installation.graphql';
import { adminInstallationRoutes } from './features/admin-installation/admin-installation.rest';
import { AdminMessagesResolver } from './features/admin-messages/admin-messages.graphql';
import { adminMessagesRoutes } from './features/admin-messages/admin-messages.rest';
import { AdminBulkResolver } from './features/admin-users/admin-bulk.graphql';
import { adminBulkRoutes } from './features/admin-users/admin-bulk.rest';
import { adminExportRoutes } from './features/admin-users/admin-export.rest';
import { UserAdministrationResolver } from './features/admin-users/user-administration.graphql';
import { userAdministrationRoutes } from './features/admin-users/user-administration.rest';
import { UserDirectoryResolver } from './features/admin-users/user-directory.graphql';
import { userDirectoryRoutes } from './features/admin-users/user-directory.rest';
import type { AdminServices } from './features/administration/administration.module';
import { AccountResolver } from './features/auth/account.graphql';
import { accountRoutes } from './features/auth/account.rest';
import { AuthResolver } from './features/auth/auth.graphql';
import { authRoutes } from './features/auth/auth.rest';
import { forwardAuthRoutes } from './features/auth/forward-auth.rest';
import { discoveryRoutes } from './features/documents/discovery.rest';
import { homeRoutes } from './features/documents/home.rest';
import { keySetRoutes } from './features/documents/key-set.rest';
import { openapiRoutes } from './features/documents/openapi.rest';
import { EmailChangeResolver } from './features/email-change/email-change.graphql';
import { emailChangeRoutes } from './features/email-change/email-change.rest';
import { EmailLoginResolver } from './features/email-login/email-login.graphql';
import { emailLoginRoutes } from './features/email-login/email-login.rest';
import { EmailVerificationResolver } from './features/email-verification/email-verification.graphql';
import { emailVerificationRoutes } from './features/email-verification/email-verification.rest';
import { IdentitiesResolver } from './features/identities/identities.graphql';
import { identitiesRoutes } from './features/identities/identities.rest';
import { AdminImpersonationResolver } from './features/impersonation/impersonation.graphql';
import { adminImpersonationRoutes } from './features/impersonation/impersonation.rest';
import { MfaResolver } from './features/mfa/mfa.graphql';
import { mfaRoutes } from './features/mfa/mfa.rest';
import { StepUpResolver } from './features/mfa/step-up.graphql';
import { stepUpRoutes } from './features/mfa/step-up.rest';
import { oauthRoutes } from './features/oauth-clients/oauth-clients.rest';
import { revocationRoutes } from './features/oauth-clients/revocations.rest';
import { PasskeysResolver } from './features/passkeys/passkeys.graphql';
import { passkeyRoutes, relatedOriginsRoutes } from './features/passkeys/passkeys.rest';
import { relatedOrigins } from './features/passkeys/relying-party';
import { PasswordResolver } from './features/password-reset/passwords.graphql';
import { passwordRoutes } from './features/password-reset/passwords.rest';
import { ProfileResolver } from './features/profile/profile.graphql';
import { profileRoutes } from './features/profile/profile.rest';
import type { Config } from './platform/config/config';
import { buildSchemaOf } from './platform/graphql/build-schema';
import { adminRoots, publicRoots } from './platform/graphql/root-descriptions';
import { HealthResolver } from './platform/health/health.graphql';
import { healthRoutes } from './platform/health/health.rest';
import { createRefreshCookies } from './platform/http/refresh-cookie';
import type { RestRoute } from './platform/rest/rest-route';

export function restRoutes(
  services: Services,
  config: Pick<
    Config,
    | 'publicUrl'
    | 'production'
    | 'loginPasswordRule'
    | 'corsOrigins'
    | 'cookieSameSite'
    | 'jwksMaxAgeS'
    | 'explorer'
    | 'passkeyOrigins'
  > & {
    email: Pick<Config['email'], 'transport'>;
    pages: Pick<Config['pages'], 'areas' | 'homeUrl'>;
  },
): RestRoute[] {
  const { auth, account, forwardAuth, oauthTokens, keys, readiness, revocations } = services;
  const cookies = createRefreshCookies(config);
  const routes = [
    // First, because Express tries paths with parameters in this order, and proxies send many requests to these paths.
    ...forwardAuthRoutes(forwardAuth),
    ...authRoutes(auth, cookies, config),
    ...mfaRoutes(services.factors, services.loginCompletion, cookies),
    ...stepUpRoutes(services.stepUps),
    ...emailLoginRoutes(services.emailLogins, cookies),
    ...identitiesRoutes(services.providerLogins, services.identities, cookies),
    ...passkeyRoutes(services.passkeys, services.passkeyLogins, cookies),
    ...accountRoutes(account, cookies),
    ...oauthRoutes(oauthTokens),
    ...revocationRoutes(oauthTokens),
    ...emailVerificationRoutes(services.emailVerification),
    ...passwordRoutes(services.passwordReset, services.passwordChange, cookies),
    ...emailChangeRoutes(services.emailChange),
    ...profileRoutes(services.profile),
    ...accountDeletionRoutes(services.accountDeletion, cookies),
    ...healthRoutes(readiness, revocations, config.email.transport),
    ...keySetRoutes(keys),
    ...discoveryRoutes(config.publicUrl, config.jwksMaxAgeS),
    ...relatedOriginsRoutes(relatedOrigins(config), config.jwksMaxAgeS),
    ...homeRoutes(config),
  ];
  const server = { publicUrl: config.publicUrl, refreshCookie: cookies.name };
  return [
    ...routes,
    ...openapiRoutes(server, routes),
    ...(services.administration ? adminRoutes(services.administration, server) : []),
  ];
}

/** The routes below `/admin`. They have an OpenAPI document of their own, so that a proxy can close all of them by one prefix. */
export function adminRoutes(
  { users, userChanges, bulk, exports, audit, messages, installation, impersonation }: AdminServices,
  server: { publicUrl: string; refreshCookie: string },
): RestRoute[] {
  const routes = [
    ...userDirectoryRoutes(users),
    ...userAdministrationRoutes(userChanges),
    ...adminBulkRoutes(bulk),
    ...adminExportRoutes(exports),
    ...adminAuditRoutes(audit),
    ...adminMessagesRoutes(messages),
    ...adminInstallationRoutes(installation),
    ...adminImpersonationRoutes(impersonation),
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
    new AccountResolver(services.account),
    new EmailVerificationResolver(services.emailVerification),
    new PasswordResolver(services.passwordReset, services.passwordChange),
    new EmailChangeResolver(services.emailChange),
    new ProfileResolver(services.profile),
    new AccountDeletionResolver(services.accountDeletion),
    new HealthResolver(services.readiness),
  ];
  if (federation) resolvers.push(createFederationResolver(federation));
  return buildSchemaOf(resolvers, operations, publicRoots);
}

/** Loaded only if Gatehouse is a subgraph. */
function createFederationResolver(federation: NonNullable<Services['federation']>): object {
  const { FederationResolver } =
    require('./features/federation/federation.graphql') as typeof import('./features/federation/federation.graphql.js');
  return new FederationResolver(federation);
}

/** Creates the executable schema of `/admin/graphql`. No type of it is in the public schema, except shared ones. */
export function createAdminSchema(services: AdminServices): GraphQLSchema {
  const resolvers = [
    new UserDirectoryResolver(services.users),
    new UserAdministrationResolver(services.userChanges),
    new AdminBulkResolver(services.bulk),
    new AdminAuditResolver(services.audit),
    new AdminMessagesResolver(services.messages),
    new AdminInstallationResolver(services.installation),
    new AdminImpersonationResolver(services.impersonation),
  ];
  return buildSchemaOf(resolvers, operations, adminRoots);
}
