import type { Config } from '../config/config';
import { createRefreshCookies } from '../http/refresh-cookie';
import type { Services } from '../wiring/services';
import { accountRoutes } from './account.routes';
import { authRoutes } from './auth.routes';
import { discoveryRoutes } from './discovery.routes';
import { forwardAuthRoutes } from './forward-auth.routes';
import { healthRoutes } from './health.routes';
import { keySetRoutes } from './key-set.routes';
import { openapiRoutes } from './openapi.routes';
import type { RestRoute } from './rest-route';

export function restRoutes(
  { auth, account, forwardAuth, keys, readiness, revocations }: Services,
  config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'cookieSameSite' | 'jwksMaxAgeS'>,
): RestRoute[] {
  const cookies = createRefreshCookies(config);
  const routes = [
    // First, because Express tries paths with parameters in this order, and proxies send many requests to these paths.
    ...forwardAuthRoutes(forwardAuth),
    ...authRoutes(auth, cookies),
    ...accountRoutes(account, cookies),
    ...healthRoutes(readiness, revocations),
    ...keySetRoutes(keys),
    ...discoveryRoutes(config.publicUrl, config.jwksMaxAgeS),
  ];
  return [...routes, ...openapiRoutes(config.publicUrl, routes)];
}
