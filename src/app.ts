import type { RequestListener } from 'node:http';
import express from 'express';
import type { Config } from './config/config';
import { createGraphqlApi } from './graphql/server';
import { crossOrigin } from './http/cross-origin';
import { observedRequests } from './http/observed-requests';
import { requestLog } from './http/request-log';
import { scheduleRequests } from './http/request-scheduler';
import { createRouter } from './http/routes';
import { securityHeaders } from './http/security-headers';
import type { Log } from './observability/log';
import type { RequestObserver } from './request/finished-request';
import { notFound, renderError } from './rest/error-handler';
import { restRoutes } from './rest/rest.routes';
import type { Services } from './wiring/services';

export interface App {
  handler: RequestListener;
  close(): Promise<void>;
}

/**
 * The GraphQL API and the REST API on one Express app. Unknown routes get a REST envelope. `observers` are called in
 * addition to the log.
 */
export async function createApp(
  services: Services,
  config: Config,
  log: Log,
  observers: readonly RequestObserver[] = [],
): Promise<App> {
  const graphql = await createGraphqlApi(services, config, log);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', config.trustProxy);

  app.use(
    observedRequests([requestLog(log), ...observers]),
    securityHeaders(),
    crossOrigin(config.corsOrigins, { credentials: true }),
  );
  app.use(createRouter(restRoutes(services, config)));
  app.use(graphql.router);
  app.use(notFound, renderError);
  return { handler: scheduleRequests(queueOf, app), close: graphql.close };
}

/**
 * Password hashing is expensive, and logins can arrive in bursts. What a GraphQL request does is unknown until it is
 * parsed.
 */
function queueOf(method: string | undefined, path: string): string | null {
  if (method !== 'POST') return null;
  if (path === '/auth/login' || path === '/auth/register') return 'hashing';
  return path === '/graphql' ? 'graphql' : null;
}
