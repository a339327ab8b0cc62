import type { RequestListener } from 'node:http';
import express from 'express';
import type { Config } from './config';
import { createGraphqlDoor } from './graphql/server';
import { crossOrigin } from './http/cross-origin';
import type { RequestObserver } from './http/finished-request';
import { observedRequests } from './http/observed-requests';
import { requestLog } from './http/request-log';
import { createRouter } from './http/routes';
import { securityHeaders } from './http/security-headers';
import { throughTurnstile } from './http/turnstile';
import type { Log } from './log';
import { notFound, renderError } from './rest/error-handler';
import { restRoutes } from './rest/rest.routes';
import type { Services } from './services';

export interface App {
  handler: RequestListener;
  close(): Promise<void>;
}

/** Both doors on one Express app. Everything that is not GraphQL's or a document ends in the envelope. `observers`: beside the log. */
export async function createApp(
  services: Services,
  config: Config,
  log: Log,
  observers: readonly RequestObserver[] = [],
): Promise<App> {
  const graphql = await createGraphqlDoor(services, config, log);

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
  return { handler: throughTurnstile(laneOf, app), close: graphql.close };
}

/** What hashes a password is dear and comes in storms; of GraphQL's nobody knows before it is read. */
function laneOf(method: string | undefined, path: string): string | null {
  if (method !== 'POST') return null;
  if (path === '/auth/login' || path === '/auth/register') return 'hashing';
  return path === '/graphql' ? 'graphql' : null;
}
