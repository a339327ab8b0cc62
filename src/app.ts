import type { IncomingMessage, RequestListener } from 'node:http';
import express from 'express';
import type { Config } from './config/config';
import { createGraphqlApi } from './graphql/server';
import { crossOrigin } from './http/cross-origin';
import { inOrder } from './http/in-order';
import { observedRequests } from './http/observed-requests';
import { pathOf } from './http/request-line';
import { requestLog } from './http/request-log';
import { type QueueName, RequestScheduler } from './http/request-scheduler';
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
 * Creates the Express app with the GraphQL API and the REST API. Unknown routes get an error in the envelope of the
 * REST API. The `observers` are called in addition to the log.
 */
export async function createApp(
  services: Services,
  config: Config,
  log: Log,
  observers: readonly RequestObserver[] = [],
): Promise<App> {
  const scheduler = new RequestScheduler();
  const graphql = await createGraphqlApi(services, config, log, scheduler);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', config.trustProxy);

  app.use(
    inOrder([
      observedRequests([requestLog(log), ...observers]),
      securityHeaders(),
      crossOrigin(config.corsOrigins, { credentials: true }),
      graphql.handler,
      createRouter(restRoutes(services, config)),
      notFound,
    ]),
    renderError,
  );
  const handler: RequestListener = (req, res) => {
    const queue = queueOf(req, scheduler);
    if (queue === null) app(req, res);
    else scheduler.start(queue, () => app(req, res));
  };
  return { handler, close: graphql.close };
}

/**
 * Chooses the queue of a request, because password hashing is expensive and logins can arrive in bursts. The cost of a
 * GraphQL request is unknown until its body was read. If the last GraphQL request of the connection was cheap, the
 * request does not wait.
 */
function queueOf({ method, url = '', socket }: IncomingMessage, scheduler: RequestScheduler): QueueName | null {
  if (method !== 'POST') return null;
  const path = pathOf(url);
  if (path === '/auth/login' || path === '/auth/register') return 'hashing';
  return path === '/graphql' && !scheduler.isCheap(socket) ? 'graphql' : null;
}
