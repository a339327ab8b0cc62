import type { RequestHandler } from 'express';
import type { Config } from '../../compose/config';
import { readVersion } from '../../platform/runtime/version';
import type { SiteConfig } from '../kit/frame';
import type { Site } from '../kit/site';
import { canRegisterWith } from '../sign-in/sign-in-settings';

type HomeConfig = SiteConfig & Pick<Config, 'explorer' | 'production' | 'registration' | 'registerDomains'>;

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./home.page') as typeof import('./home.page.js');

/** Answers `/` for people. In production, it leads them to their account or to HOME_URL. */
export function homeHandler(site: Site, config: HomeConfig, mailbox: boolean): RequestHandler {
  const { explorer, production, pages: settings } = config;
  const home = { version: readVersion(), explorer, registration: registrationIn(config), mailbox };
  const account = settings.areas.includes('account') ? `${site.base}/account` : settings.homeUrl;
  return (_req, res) => {
    if (production && account !== null) res.status(303).setHeader('Location', account).end();
    else site.sendToAnyone(res, (context) => pages().homePage(home, context));
  };
}

function registrationIn(config: HomeConfig): string | null {
  const { registerDomains } = config;
  if (!canRegisterWith(config)) return null;
  return registerDomains ? `With an e-mail address at ${[...registerDomains].join(', ')}.` : 'Open to everyone.';
}
