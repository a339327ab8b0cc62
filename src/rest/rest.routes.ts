import type { Config } from '../config/config';
import { createRefreshCookies } from '../http/refresh-cookie';
import type { Services } from '../wiring/services';
import { accountRoutes } from './account.routes';
import { authRoutes } from './auth.routes';
import { forwardAuthRoutes } from './forward-auth.routes';
import { healthRoutes } from './health.routes';
import { keySetRoutes } from './key-set.routes';
import { openapiRoutes } from './openapi.routes';
import type { RestRoute } from './rest-route';

/** Every route of the REST API. */
export function restRoutes(
  { auth, account, forwardAuth, keys, readiness, revocations }: Services,
  config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'cookieSameSite'>,
): RestRoute[] {
  const cookies = createRefreshCookies(config);
  const routes = [
    // Routes are tried in this order, and a proxy asks this one for every request.
    ...forwardAuthRoutes(forwardAuth),
    ...authRoutes(auth, cookies),
    ...accountRoutes(account, cookies),
    ...healthRoutes(readiness, revocations),
    ...keySetRoutes(keys),
  ];
  return [...routes, ...openapiRoutes(config.publicUrl, routes)];
}
