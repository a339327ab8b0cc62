import type { Config } from '../config';
import { createRefreshCookies } from '../http/refresh-cookie';
import type { Route } from '../http/routes';
import type { Services } from '../services';
import { accountRoutes } from './account.routes';
import { authRoutes } from './auth.routes';
import { forwardAuthRoutes } from './forward-auth.routes';
import { healthRoutes } from './health.routes';
import { keySetRoutes } from './key-set.routes';
import { openapiRoutes } from './openapi.routes';

/** Every route of the REST door. */
export function restRoutes(
  { auth, account, gate, keys, readiness, revocations }: Services,
  config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'cookieSameSite'>,
): Route[] {
  const cookies = createRefreshCookies(config);
  return [
    // Routes are tried in this order, and this one is asked about every request behind a proxy.
    ...forwardAuthRoutes(gate),
    ...authRoutes(auth, cookies),
    ...accountRoutes(account, cookies),
    ...healthRoutes(readiness, revocations),
    ...keySetRoutes(keys),
    ...openapiRoutes(config.publicUrl),
  ];
}
