import { relatedOrigins } from '../features/passkeys/relying-party';
import type { Config } from '../platform/config/config';
import { createRefreshCookies } from '../platform/http/refresh-cookie';
import type { Services } from '../wiring/compose';
import { accountRoutes } from './account.routes';
import { accountDeletionRoutes } from './account-deletion.routes';
import { adminRoutes } from './admin.routes';
import { authRoutes } from './auth.routes';
import { discoveryRoutes } from './discovery.routes';
import { emailChangeRoutes } from './email-change.routes';
import { emailVerificationRoutes } from './email-verification.routes';
import { forwardAuthRoutes } from './forward-auth.routes';
import { healthRoutes } from './health.routes';
import { homeRoutes } from './home.routes';
import { keySetRoutes } from './key-set.routes';
import { mfaRoutes } from './mfa.routes';
import { oauthRoutes } from './oauth.routes';
import { openapiRoutes } from './openapi.routes';
import { passkeyRoutes, relatedOriginsRoutes } from './passkeys.routes';
import { passwordRoutes } from './password.routes';
import { profileRoutes } from './profile.routes';
import type { RestRoute } from './rest-route';
import { stepUpRoutes } from './step-up.routes';

export function restRoutes(
  services: Services,
  config: Pick<
    Config,
    'publicUrl' | 'loginPasswordRule' | 'corsOrigins' | 'cookieSameSite' | 'jwksMaxAgeS' | 'explorer' | 'passkeyOrigins'
  > & {
    email: Pick<Config['email'], 'transport'>;
    pages: Pick<Config['pages'], 'areas'>;
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
    ...passkeyRoutes(services.passkeys, services.passkeyLogins, cookies),
    ...accountRoutes(account, cookies),
    ...oauthRoutes(oauthTokens),
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
