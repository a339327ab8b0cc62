import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Config } from '../compose/config';
import type { Services } from '../compose/services';
import type { AuthorizationService } from '../features/openid/authorization.service';
import { assetRoutes } from '../platform/http/asset';
import type { LoopbackListener } from '../platform/http/loopback-listener';
import type { Route } from '../platform/http/routes';
import { accountRoutes } from './account/account.routes';
import { consoleRoutes } from './console/console.routes';
import { conventionRoutes } from './conventions/conventions.routes';
import { homeHandler } from './home/home.routes';
import { filesOf, loadAssets } from './kit/assets';
import type { SiteConfig } from './kit/frame';
import { Site } from './kit/site';
import { invitationRoutes } from './links/invitation.routes';
import { linkRoutes } from './links/link.routes';
import { hasMailbox, mailboxRoutes } from './mailbox/mailbox.routes';
import { setupRoutes } from './setup/setup.routes';
import { authorizeRoutes } from './sign-in/authorize.routes';
import { deviceRoutes } from './sign-in/device.routes';
import { oauthLogoutRoutes } from './sign-in/oauth-logout.routes';
import { callbackRoutes } from './sign-in/provider.routes';
import { signInRoutes } from './sign-in/sign-in.routes';
import type { SignInSettings } from './sign-in/sign-in-settings';
import { SignInSteps } from './sign-in/sign-in-steps';
import { withScopeLabels } from './words/own-texts';

export interface Pages {
  routes: Route[];
  /** Answers `/` for people. */
  showHome: RequestHandler;
  /** The mailbox of a developer, if there is one. */
  mailboxRoutes(listener: LoopbackListener): Route[];
  /** What programs look for, beside the routes of the APIs. */
  conventions: Route[];
  /** For an address that does not exist. `isApi` says whether a path is below those of an API. */
  renderNotFound(isApi: (path: string) => boolean): ErrorRequestHandler;
}

/** The pages for people. Those of the links in e-mails always exist. @throws ConfigError if a file of a setting cannot be used */
export function createPages(
  services: Services,
  config: SiteConfig &
    SignInSettings &
    Pick<
      Config,
      | 'admin'
      | 'apiKeyDays'
      | 'apiKeys'
      | 'deletionGraceDays'
      | 'explorer'
      | 'organizations'
      | 'passkeyRpId'
      | 'production'
      | 'providers'
      | 'registerDomains'
    >,
): Pages {
  const { areas } = config.pages;
  const read = loadAssets(config.pages, config.providers, { hasPuzzles: config.challenge.kind === 'puzzle' });
  const assets = { ...read, texts: withScopeLabels(read.texts, services.openidClaims.labels) };
  const authorizations = {
    find: (...request: Parameters<AuthorizationService['find']>) => services.openid().authorizations.find(...request),
  };
  const site = new Site(config, assets, services.pageSessions, authorizations, services.botChallenges);
  const steps = new SignInSteps(site, services, config);
  const { administration, account, mailbox } = services;
  const showsMails = hasMailbox(mailbox, config.publicUrl);
  const routes = [
    ...assetRoutes('/pages/', filesOf(assets)),
    ...callbackRoutes(site, services, config),
    ...authorizeRoutes(site, services, config),
    ...oauthLogoutRoutes(site, services, config, steps),
    ...(areas.includes('sign-in')
      ? [...signInRoutes(site, services, config, steps), ...deviceRoutes(site, services)]
      : []),
    // After the page /login/email/code, because a token could be any word.
    ...linkRoutes(site, services, steps),
    ...(config.organizations ? invitationRoutes(site, services, steps) : []),
    ...(areas.includes('account') ? accountRoutes(site, services, config) : []),
    ...(areas.includes('console') && administration
      ? [
          ...consoleRoutes(site, administration, account, config.providers, config),
          ...setupRoutes(site, administration, steps, config),
        ]
      : []),
  ];
  return {
    routes,
    showHome: homeHandler(site, config, showsMails),
    mailboxRoutes: (listener) => (showsMails ? mailboxRoutes(site, mailbox, listener) : []),
    conventions: conventionRoutes(config, assets.icon),
    renderNotFound: (isApi) => site.renderNotFound(isApi),
  };
}
